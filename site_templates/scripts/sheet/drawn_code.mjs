// A QR code on the page, for the camera of another phone. It comes when it is first wanted.
import { element } from "../page/element.mjs";
import { say } from "../page/words.mjs";
import { qrCode } from "./qr_code.mjs";

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4; // modules of white around a code

// An address -> its code, or why there is none.
/** @param {string} address */
export function drawnCode(address) {
  const code = qrCode(address);
  if (code === null) return element("p", {}, say("sheet_qr_long"));
  const size = code.length + 2 * QUIET;
  const image = document.createElementNS(SVG, "svg");
  image.setAttribute("viewBox", `0 0 ${size} ${size}`);
  image.setAttribute("role", "img");
  image.setAttribute("aria-label", say("sheet_qr"));
  image.setAttribute("class", "qr-code");
  const path = document.createElementNS(SVG, "path");
  const dark = code.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])));
  path.setAttribute("d", dark.join(""));
  image.append(path);
  return image;
}
