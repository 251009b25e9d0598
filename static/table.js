/* The script of a table's pages: besides what all pages have, it waits out a dead spot and follows
   what others enter. */
import "./guildbook.js";
import "./script/numbers.js";
import "./script/onward.js";
import "./script/waitlist.js";
import "./script/live.js";
import "./script/toasting.js";
import "./script/in_sight.js";
import "./script/leaving.js";
import "./script/lookup.js";
import "./script/aids.js";
import "./script/filling.js";
import "./script/awake.js";
import "./script/copying.js";
import "./script/papers.js";
