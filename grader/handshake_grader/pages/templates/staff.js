// The links "previous" and "next" lead to the students before and after this one, in the order of
// the table as it was shown. The address of this page lists these students.
(() => {
  const files = location.hash.slice(1).split("/");
  const at = files.indexOf(location.pathname.split("/").pop());
  if (at < 0 || files.some((file) => !/^[\w@.+-]+\.html$/.test(file))) return;
  for (const [word, step] of [["previous", -1], ["next", 1]]) {
    const link = document.querySelector(`[data-walk="${word}"]`);
    const file = files[at + step];
    if (file) link.href = file + location.hash;
    else link.removeAttribute("href");
  }
  const to_class = document.querySelector("[data-walk=class]");
  to_class.addEventListener("click", (event) => {
    if (history.length < 2 || !document.referrer.endsWith("class.html")) return;
    event.preventDefault();
    history.back();
  });
})();
