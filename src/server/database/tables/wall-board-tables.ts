/** Wall boards, and the screens that want to be one. */
export interface WallBoardTables {
  wall_board: {
    id: string;
    name: string;
    ward_uuid: string;
    may_answer: number;
    /** SHA-256 of the token, hexadecimal. The token is 256 random bits. Null: the screen has not asked for it yet. */
    token_hash: string | null;
    created_at: number;
    /** When the board last called the server, at most a minute late; null: never. */
    seen_at: number | null;
    /** When staff last asked for the test tone; null: never. */
    test_tone_at: number | null;
    /** The last answer to the test tone that was not given on the board itself; null: there is none. */
    sound_checked_at: number | null;
    is_sound_heard: number | null;
  };
  /** Old rows are deleted. */
  wall_board_pairing: {
    /** SHA-256 of the code that only the screen knows, hexadecimal. */
    device_code_hash: string;
    /** The code that the screen shows, without its hyphen. */
    user_code: string;
    expires_at: number;
    /** The board that a manager made of the screen; null: nobody has entered the code. */
    wall_board_id: string | null;
  };
}
