/* Lists that people put in order: [data-order]. Drag by the grip, or press 上移 and 下移; without this script
   the buttons are sent to the server, which moves the item. Hidden inputs inside the items go along. */

function items(list) {
  return [...list.children];
}

function refresh(list) {
  const all = items(list);
  all.forEach((item, place) => {
    for (const button of item.querySelectorAll("button[name='move']")) {
      const verb = button.value.split(":")[0];
      if (verb === "up") button.disabled = place === 0;
      if (verb === "down") button.disabled = place === all.length - 1;
    }
  });
}

function settle(list, item) {
  refresh(list);
  list.dispatchEvent(new Event("input", { bubbles: true })); // typed values are not saved yet
  const said = list.parentElement.querySelector("[data-order-said]");
  const name = item.querySelector("b")?.textContent ?? "";
  if (said) said.textContent = said.dataset.orderSaid.replace("{name}", name).replace("{place}", items(list).indexOf(item) + 1);
}

function press(event) {
  const button = event.target.closest("[data-order] button[name='move']");
  const verb = button?.value.split(":")[0];
  if (verb !== "up" && verb !== "down") return;
  event.preventDefault();
  const item = button.closest("li");
  const list = item.parentElement;
  if (verb === "up") item.previousElementSibling?.before(item);
  else item.nextElementSibling?.after(item);
  settle(list, item);
  const other = item.querySelector(`button[value^='${verb === "up" ? "down" : "up"}:']`);
  (button.disabled ? other : button).focus();
}

function drag(event) {
  const grip = event.target.closest("[data-order] .grip");
  if (!grip || event.button > 0) return;
  event.preventDefault();
  const item = grip.closest("li");
  const list = item.parentElement;
  item.classList.add("dragged");
  const move = (moved) => {
    const before = items(list).find((one) => {
      const box = one.getBoundingClientRect();
      return one !== item && moved.clientY < box.top + box.height / 2;
    });
    if (before !== item.nextElementSibling || !before) list.insertBefore(item, before ?? null);
  };
  const end = () => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", end);
    document.removeEventListener("pointercancel", end);
    item.classList.remove("dragged");
    settle(list, item);
  };
  // On the document: an item that changes its place would lose a captured pointer.
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}

function ready() {
  for (const list of document.querySelectorAll("[data-order]")) {
    for (const item of items(list)) item.querySelector(".grip")?.removeAttribute("hidden");
    refresh(list);
  }
}

document.addEventListener("click", press);
document.addEventListener("pointerdown", drag);
document.addEventListener("DOMContentLoaded", ready);
