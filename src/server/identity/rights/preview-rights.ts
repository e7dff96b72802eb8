/** What somebody with certain rights sees: asked from the same conditions as every other query of a user. */
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { RightsPreview } from '../../../contract/manage/groups.ts';
import type { Right } from '../../../domain/user.ts';
import type { Schema } from '../../database/schema.ts';
import { visibleClient, visibleLocation, visibleWard } from '../../rights/visible.ts';

export async function previewRights(
  query: Kysely<Schema>,
  rights: readonly Right[],
): Promise<z.output<typeof RightsPreview>> {
  const scopes = rights.map(({ scope }) => scope);
  const clients = await query
    .selectFrom('client')
    .select(['uuid', 'display_name as displayName'])
    .where(visibleClient(scopes))
    .execute();
  const locations = await query
    .selectFrom('location')
    .select(['uuid', 'display_name as displayName', 'client_uuid as parentUUID'])
    .where(visibleLocation(scopes))
    .execute();
  const wards = await query
    .selectFrom('ward')
    .leftJoin('stream', (join) =>
      // Boards do not show the other rooms.
      join.onRef('stream.ward_uuid', '=', 'ward.uuid').on('stream.status', '=', 'ACTIVE'),
    )
    .select(['ward.uuid', 'ward.display_name as displayName', 'ward.location_uuid as parentUUID'])
    .select(({ fn }) => fn.count('stream.uuid').as('roomCount'))
    .where(visibleWard(scopes))
    .groupBy(['ward.uuid', 'ward.display_name', 'ward.location_uuid'])
    .execute();
  const childrenOf = <T extends { readonly parentUUID: string; readonly displayName: string }>(
    nodes: readonly T[],
    uuid: string,
  ) => sorted(nodes.filter(({ parentUUID }) => parentUUID === uuid));
  return {
    roles: [...new Set(rights.map(({ role }) => role))],
    roomCount: wards.reduce((sum, { roomCount }) => sum + Number(roomCount), 0),
    clients: sorted(clients).map((client) => ({
      ...client,
      locations: childrenOf(locations, client.uuid).map(({ uuid, displayName }) => ({
        uuid,
        displayName,
        wards: childrenOf(wards, uuid).map((ward) => ({
          uuid: ward.uuid,
          displayName: ward.displayName,
          roomCount: Number(ward.roomCount),
        })),
      })),
    })),
  };
}

const collator = new Intl.Collator('en', { numeric: true });

function sorted<T extends { readonly displayName: string }>(nodes: readonly T[]): T[] {
  return nodes.toSorted((a, b) => collator.compare(a.displayName, b.displayName));
}
