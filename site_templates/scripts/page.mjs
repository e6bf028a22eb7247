// What a page can do beyond being read, each in a module of its own.
import { markReadingPlace } from "./reading_place.mjs";
import { closePanelsOnTheWay } from "./panels.mjs";

markReadingPlace(document);
closePanelsOnTheWay(document);
