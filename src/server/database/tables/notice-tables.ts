export interface NoticeTables {
  duty: {
    ward_uuid: string;
    subject: string;
    display_name: string | null;
    /** JSON list of the groups in the person's token. */
    group_names: string;
    since_at: number;
    /** The end of the shift. */
    until_at: number;
  };
  notice: {
    uuid: string;
    alert_uuid: string;
    stream_uuid: string;
    ward_uuid: string;
    /** Kind `alert`: when its chain began, so each chain has its own notices. `answered`: when. `over`: 0. */
    raised_at: number;
    /** `answered` and `over` go to those who got `alert`. */
    kind: 'alert' | 'answered' | 'over';
    /** `nobody`: the chain is over and nobody was reached. */
    recipient_kind: 'person' | 'contact' | 'nobody';
    /** The subject of a person, the uuid of a contact. */
    recipient_id: string;
    recipient_name: string | null;
    created_at: number;
    attempts: number;
    /** When the notice is sent, or sent again if the process that sends it ends. Null: it is settled. */
    due_at: number | null;
    /** Null: not settled. `obsolete`: the alert was answered before. */
    outcome: 'accepted' | 'failed' | 'obsolete' | null;
    reason: string | null;
    /** The message that the notice was sent in, whose id the receiver gets. Null: it was not sent yet. */
    message_uuid: string | null;
    /** Whether one message was about several alerts of the ward. */
    is_grouped: number;
    /** Whether the alert of a notice of the kind `alert` is open. */
    is_open: number;
  };
}
