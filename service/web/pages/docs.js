// The colours that the reader has chosen on the page to play on, and a button to copy each block of code.
try {
  const { theme } = JSON.parse(localStorage.getItem("intramuros.settings") ?? "{}") ?? {};
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* unreadable settings are none */ }

function chooseColours() {
  const button = document.createElement("button"), system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const show = () => { button.textContent = dark() ? "Light" : "Dark"; };
  button.type = "button";
  button.className = "colours";
  button.setAttribute("aria-label", "Change between light and dark colours");
  button.onclick = () => {
    const theme = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    let kept = {};
    try { kept = JSON.parse(localStorage.getItem("intramuros.settings") ?? "{}") ?? {}; } catch { /* none */ }
    localStorage.setItem("intramuros.settings", JSON.stringify({ ...kept, theme }));
    show();
  };
  show();
  document.querySelector("header").append(button);
}

function offerCopies() {
  for (const block of document.querySelectorAll("main pre")) {
    const frame = document.createElement("div"), button = document.createElement("button");
    frame.className = "code";
    block.tabIndex = 0;
    button.type = "button";
    button.textContent = "Copy";
    button.onclick = () => {
      getSelection().selectAllChildren(block);
      button.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl-C";
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    };
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

document.addEventListener("DOMContentLoaded", () => { chooseColours(); offerCopies(); });
