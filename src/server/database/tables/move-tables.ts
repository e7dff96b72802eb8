/** Clients that move between two cells. Both tables are empty where no client has ever moved. */
export interface MoveTables {
  client_move: {
    client_uuid: string;
    /**
     * `leaving`: the rooms are frozen, until the client has left or the command has ended. `left`: the client is in the
     * other cell, where the rooms are still frozen. `moved`: it reports there. In the other cell, `arriving`: the rooms are
     * frozen. `arrived`: the audit log is not complete yet.
     */
    state: 'leaving' | 'left' | 'moved' | 'arriving' | 'arrived';
    /** The origin of the new cell, such as `https://cell-2.example.org`. */
    address: string;
  };
  /** The rooms of clients that have moved away. */
  moved_room: { stream_uuid: string; ward_uuid: string; location_uuid: string; client_uuid: string };
}
