for (const block of document.querySelectorAll("main pre")) {
  const frame = document.createElement("div"), button = document.createElement("button");
  frame.className = "code";
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
