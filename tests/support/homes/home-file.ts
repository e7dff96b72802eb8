/** A home file with one ward and two rooms, as an operator imports it. */

export const homeFileWard = '33333333-0000-4000-8000-000000000001';

export const homeFile = `clients:
  - displayName: Anker Care
    locations:
      - displayName: Harbour House
        wards:
          - displayName: Ward X
            uuid: ${homeFileWard}
            streams:
              - displayName: Room 1
              - displayName: Room 2
                type: bed-sensor
                rules: { offlineAfterSeconds: 300 }
`;
