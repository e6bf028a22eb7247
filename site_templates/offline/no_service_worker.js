// In the place of the service worker where nothing may be kept, such as a preview: takes itself away, and with it one
// that another build may have left at this address.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.registration.unregister()));
