// Before the first paint: the theme that this person chose, if any. Loaded alone and at once, so that no page flashes.
(() => {
  "use strict";
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // A browser that keeps nothing follows the system.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
