/**
 * The demo's care homes, as data. All names are invented; they are chosen to try the sorting of
 * several languages: numbers by value, accents, letters that stand at the end of an alphabet.
 */
import type { StreamType } from '../../domain/stream.ts';
import type { ResidentState } from './resident-habits.ts';

/**
 * A room: its name, its device, what goes on in it as the demo begins and for how many minutes.
 * A resident's state: driven by the resident model from there. `replay`: recordings of real people.
 * `vacant`: nobody lives there, its device has never notified. `inactive`: not monitored.
 */
export type RoomRow = readonly [
  displayName: string,
  type: StreamType,
  present: ResidentState | 'replay' | 'vacant' | 'inactive',
  minutes: number,
];

interface ClientRows {
  readonly client: string;
  readonly locations: readonly {
    readonly location: string;
    readonly wards: readonly { readonly ward: string; readonly rooms: readonly RoomRow[] }[];
  }[];
}

export const demoRooms = [
  {
    client: 'Birkenfjord Care',
    locations: [
      {
        location: 'Harbour House',
        wards: [
          {
            ward: 'Ward 1 Garden',
            rooms: [
              ['Room 101 Alma', 'camera', 'in-bed', 41],
              ['Room 102 Zoë', 'camera', 'in-chair', 12],
              ['Room 103 Björn', 'bed-sensor', 'replay', 3],
              ['Room 104 Ida', 'camera', 'in-bed', 97],
              ['Room 105 Noémie', 'camera', 'out-of-room', 8],
              ['Room 106 Otto', 'radar', 'in-bed', 18],
              ['Room 107 Ægir', 'camera', 'in-bathroom', 5],
              ['Room 108 Clara', 'camera', 'inactive', 0],
              ['Room 109 Leopold', 'bed-sensor', 'replay', 6],
            ],
          },
          {
            ward: 'Ward 2 Sea View',
            rooms: [
              ['Room 1 Ada', 'camera', 'in-bed', 74],
              ['Room 2 Åse', 'bed-sensor', 'replay', 3.1],
              ['Room 3 Bernard', 'camera', 'in-bathroom', 4],
              ['Room 4 Chloé', 'bed-sensor', 'replay', 1.7],
              ['Room 5 Désirée', 'camera', 'in-bed', 12],
              ['Room 6 Edith', 'camera', 'fallen', 0.5],
              ['Room 7 Émile', 'camera', 'in-bed', 133],
              ['Room 8', 'radar', 'vacant', 250],
              ['Room 9 Frida', 'camera', 'in-chair', 16],
              ['Room 10 Gösta', 'camera', 'staff-in', 2],
              ['Room 11 Harriet', 'bed-sensor', 'replay', 4.4],
              ['Room 12 Ingeborg', 'camera', 'camera-lost', 6],
              ['Room 14 Øjvind', 'camera', 'getting-up', 0.3],
              ['Room 15 Ömer', 'bed-sensor', 'replay', 2.5],
              ['Room 16 Winifred', 'camera', 'out-of-room', 23],
              ['Room 17 Yvonne', 'camera', 'inactive', 0],
            ],
          },
          {
            ward: 'Ward 10 Orchard',
            rooms: [
              ['Room 201 Æbba', 'camera', 'in-bed', 33],
              ['Room 202 Émile', 'camera', 'in-view', 2],
              ['Room 203 Emil', 'bed-sensor', 'replay', 5],
              ['Room 204 Örjan', 'camera', 'edge-of-bed', 0.6],
              ['Room 205 Oskar', 'camera', 'in-bed', 61],
              ['Room 206 Åke', 'radar', 'in-chair', 27],
              ['Room 207 Aaron', 'camera', 'lying-unchanged', 3],
            ],
          },
        ],
      },
      {
        location: 'Haus Lindenau',
        wards: [
          {
            ward: 'Erdgeschoss',
            rooms: [
              ['Zimmer 2 Ärmgard', 'camera', 'in-bed', 22],
              ['Zimmer 3 Anton', 'camera', 'in-chair', 9],
              ['Zimmer 9 Übo', 'bed-sensor', 'replay', 2],
              ['Zimmer 10 Zita', 'camera', 'in-bed', 88],
              ['Zimmer 11 Ute', 'radar', 'out-of-bed', 0.7],
              ['Zimmer 12 Weiß', 'camera', 'in-bed', 54],
              ['Zimmer 14 Weiss', 'camera', 'out-of-room', 31],
              ['Zimmer 15 Jörg', 'camera', 'inactive', 0],
            ],
          },
          {
            ward: 'Obergeschoss Süd',
            rooms: [
              ['Zimmer 101 Anna', 'camera', 'in-bed', 46],
              ['Zimmer 102 Änne', 'camera', 'staff-in', 3],
              ['Zimmer 103 Günther', 'bed-sensor', 'replay', 7],
              ['Zimmer 104 Gunther', 'camera', 'in-bed', 115],
              ['Zimmer 105 Özlem', 'camera', 'in-bathroom', 6],
              ['Zimmer 106 Rosa', 'camera', 'in-chair', 35],
            ],
          },
        ],
      },
    ],
  },
  {
    client: 'Ambrelle & Søholm',
    locations: [
      {
        location: 'Résidence Églantine',
        wards: [
          {
            ward: 'Aile Émeraude',
            rooms: [
              ['Chambre Azur', 'camera', 'in-bed', 29],
              ['Chambre Églantine', 'camera', 'in-chair', 14],
              ['Chambre Étoile', 'bed-sensor', 'replay', 1],
              ['Chambre Œillet', 'camera', 'in-bed', 66],
            ],
          },
          {
            ward: 'Aile Est',
            rooms: [
              ['Chambre 2 bis Margaux', 'camera', 'in-bed', 39],
              ['Chambre 2 Hélène', 'camera', 'edge-of-bed', 0.4],
              ['Chambre 10 François', 'radar', 'out-of-room', 17],
              ['Chambre 11 Maëlle', 'camera', 'inactive', 0],
            ],
          },
        ],
      },
      {
        location: 'Søbakken',
        wards: [
          {
            ward: 'Ærøfløjen',
            rooms: [
              ['Stue Aarø', 'camera', 'in-bed', 51],
              ['Stue Ærø', 'bed-sensor', 'replay', 4],
              ['Stue Ørø', 'camera', 'in-bathroom', 3],
              ['Stue Årø', 'camera', 'in-bed', 101],
            ],
          },
          {
            ward: 'Østfløjen',
            rooms: [
              ['Stue Als', 'camera', 'in-chair', 20],
              ['Stue Fyn', 'radar', 'in-bed', 7],
              ['Stue Møn', 'camera', 'rising-from-chair', 0.1],
              ['Stue Samsø', 'camera', 'in-bed', 78],
            ],
          },
        ],
      },
    ],
  },
] as const satisfies readonly ClientRows[];
