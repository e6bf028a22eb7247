// Fetches what is searched: the list of books, then each book's file, the one that is being read before the others.
import { openBook } from "./search_book.mjs";

// The list's address, the book that is being read, whom to tell that a book is open, how fetch uses what the browser
// has kept -> all open books, in shelf order.
export async function openShelf(address, reading, opened = () => {}, cache = "default") {
  const { books } = await fetched(address, cache);
  const open = new Map();
  const inOrder = () => books.map(({ id }) => open.get(id)).filter(Boolean);
  const byUrgency = [...books].sort((a, b) => Number(b.id === reading) - Number(a.id === reading));
  const files = byUrgency.map((book) => [book, fetched(new URL(book.file, address), cache)]);
  // One that fails is met when its turn comes.
  for (const [, file] of files) file.catch(() => {});
  for (const [book, file] of files) {
    open.set(book.id, openBook(book, await file));
    // The page gets its turn between opening a book and searching it.
    await new Promise((resolve) => setTimeout(resolve));
    opened(inOrder());
  }
  return inOrder();
}

async function fetched(address, cache) {
  const response = await fetch(address, { credentials: "same-origin", cache });
  if (!response.ok) throw new TypeError(`${response.status} for ${address}`);
  return response.json();
}
