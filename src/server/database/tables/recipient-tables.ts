import type { ContactTable } from './contact-table.ts';
import type { NoticeTables } from './notice-tables.ts';
import type { PhoneTables } from './phone-tables.ts';

/** The tables about those who get messages about alerts. */
export interface RecipientTables extends ContactTable, NoticeTables, PhoneTables {}
