/* The script of the pages that move games between devices. */
import "./guildbook.js";
import "./script/copying.js";
import "./script/receiving.js";
