-- Whose board it is, so that nobody else reports as this board, and the boards of a user are counted.
alter table board add column subject text;
create index board_subject on board (subject);
