// Keeps the whole shelf for reading and rolling without a connection, once the page itself has all it needs.

// The service worker's address; it serves everything below its own folder.
export function keepOffline(address) {
  if (!("serviceWorker" in navigator) || navigator.connection?.saveData) return;
  const register = () => navigator.serviceWorker.register(address).catch(() => {
    // A host that lacks it, or a browser that forbids it: the shelf then needs its connection.
  });
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(register);
  if (document.readyState === "complete") whenIdle();
  else window.addEventListener("load", whenIdle, { once: true });
}
