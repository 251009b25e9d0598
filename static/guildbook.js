/* Guildbook's script: makes forms instant and forgiving. Every page works without it.

   A form with the class "act" is sent in the background; the page that answers is worked into the
   one on the screen. Nothing here knows a game or a rule: the server draws, this only carries.
   The server joins this file and all it imports into one, see web/answers/assets.py. */
import "./script/sending.js";
import "./script/comforts.js";
