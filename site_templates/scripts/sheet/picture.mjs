// A picture on a sheet, from the reader's own device: made small here, stored with the character, and sent nowhere.
import { element } from "../page/element.mjs";
import { say } from "../page/words.mjs";

// Pixels of its longer side: the first that makes it short enough is taken.
const SIDES = [320, 240, 160, 96];
const QUALITY = 0.82;
// Characters; the engine takes a little more.
const LONGEST = 48_000;
const LARGEST_FILE = 40_000_000;

// A file of the reader's -> { picture } as an address that holds it whole, or { problem }: the key of the words for it.
/** @param {File} file @returns {Promise<{ picture: string, problem?: undefined } | { problem: string, picture?: undefined }>} */
async function smallPicture(file) {
  if (file.size > LARGEST_FILE) return { problem: "picture_large" };
  const read = await createImageBitmap(file).catch(() => null);
  if (read === null) return { problem: "picture_unread" };
  const picture = SIDES.map((side) => drawn(read, side)).find((address) => address.length <= LONGEST);
  read.close();
  return picture ? { picture } : { problem: "picture_large" };
}

/** @param {ImageBitmap} picture @param {number} side */
function drawn(picture, side) {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  // What can be seen through would turn black.
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", QUALITY);
}

// The control that a file was chosen with -> the field with its picture; null: there is none, and the field says why.
/** @param {any} control @returns {Promise<Written | null>} */
export async function takePicture(control) {
  const [file] = control.files;
  const field = control.closest(".field");
  if (!file) return null;
  const { picture, problem } = await smallPicture(file);
  control.value = "";
  const words = field.querySelector(".field-problem");
  words.textContent = problem ? say(problem) : "";
  words.hidden = !problem;
  // The engine never saw the file, and has nothing to say about it: its next answer leaves these words alone.
  words.toggleAttribute("data-own", Boolean(problem));
  if (picture === undefined) return null;
  showPicture(field, picture);
  return field;
}

// A field, an address that holds a picture, or nothing -> shown.
/** @param {Written} field @param {string} picture */
export function showPicture(field, picture) {
  field.querySelector("input[type='hidden']").value = picture;
  field.querySelector("img")?.remove();
  if (picture) {
    const image = element("img", { src: picture, alt: field.querySelector(".many-label").textContent });
    field.querySelector("[data-picture='choose']").before(image);
  }
  field.querySelector("[data-picture='remove']").hidden = picture === "";
}

// A button of the field -> the field that it changed; null: none yet.
/** @param {Written} pressed @returns {Written | null} */
export function pressPicture(pressed) {
  const field = pressed.closest(".field");
  if (pressed.dataset.picture === "choose") {
    field.querySelector(".picture-file").click();
    return null;
  }
  showPicture(field, "");
  field.querySelector("[data-picture='choose']").focus();
  return field;
}

// A sheet's form, a character -> the character without its pictures, and whether there were any: a link has no room for them.
/** @param {Written} form @param {Partial<Character>} character */
export function withoutPictures(form, character) {
  const names = [...form.querySelectorAll("[data-kind='picture']")].map(({ dataset }) => dataset.field);
  const fields = Object.entries(character.fields ?? {});
  const left = fields.filter(([name]) => !names.includes(name));
  const had = fields.some(([name, value]) => names.includes(name) && value !== "");
  return { character: { ...character, fields: Object.fromEntries(left) }, had };
}
