"use strict";
// Shows one step at a time. Without this script, and on paper, all steps are shown.
for (const stepper of document.querySelectorAll(".stepper")) {
  const steps = [...stepper.querySelectorAll(".step")];
  const [controls, select, told] = [".controls", "select", ".told"].map((one) =>
    stepper.querySelector(one));
  const button = (name) => stepper.querySelector("button." + name);
  let now = 0;

  function show(step, isTold) {
    now = Math.max(0, Math.min(steps.length - 1, step));
    steps.forEach((one, n) => one.classList.toggle("now", n === now));
    select.value = now;
    // The button is not disabled, because a disabled button loses the focus.
    button("previous").setAttribute("aria-disabled", now === 0);
    button("next").setAttribute("aria-disabled", now === steps.length - 1);
    if (!isTold) return;
    told.textContent = `${select.options[now].text}, step ${now + 1} of ${steps.length}`;
  }

  function showAll(isAll) {
    stepper.classList.toggle("stepping", !isAll);
    button("all").setAttribute("aria-pressed", isAll);
  }

  button("previous").addEventListener("click", () => show(now - 1, true));
  button("next").addEventListener("click", () => show(now + 1, true));
  button("all").addEventListener("click", () => showAll(stepper.classList.contains("stepping")));
  select.addEventListener("change", () => show(Number(select.value), true));
  document.addEventListener("keydown", (event) => {
    const isOurs = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const scroller = event.target.closest && event.target.closest(".scroll");
    const scrolls = scroller && scroller.scrollWidth > scroller.clientWidth;
    if (!isOurs || scrolls || event.target.tagName === "SELECT") return;
    if (!stepper.classList.contains("stepping")) return;
    if (event.key === "ArrowLeft") show(now - 1, true);
    else if (event.key === "ArrowRight") show(now + 1, true);
    else return;
    event.preventDefault();
  });

  controls.hidden = false;
  show(Number(stepper.dataset.first), false);
  showAll(false);
}
