-- The summaries of nights have who answered each alert, in a shorter form, so all nights are counted again.
update room_night set summary = null, wanted = wanted + 1;
