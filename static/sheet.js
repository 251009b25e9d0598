/* The script of the score sheet: what all pages of a table have, and the sheet that follows what is typed. */
import "./table.js";
import "./script/sheet.js";
