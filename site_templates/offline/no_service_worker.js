// Takes the service worker's place where nothing may be cached, as in a preview: it removes itself, and with it one that
// another build may have left at this address.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.registration.unregister()));
