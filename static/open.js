/* The script of the page that opens files. */
import "./guildbook.js";
import "./script/receiving.js";
