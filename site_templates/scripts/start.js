// The one door to the modules. Browsers refuse modules from file:, where the page is complete without them.
"use strict";
if (location.protocol !== "file:") import("./page.mjs");
