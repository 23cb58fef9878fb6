import type { Connection } from '../connection';
import type { PlacesFilter } from '../protocol/methods';
import { readPlaces } from '../protocol/readers';
import { reasonOf } from '../reason';
import type { ShownPlaces } from './messages';

/** Return the places behind a number, as a page shows them, or why they can't be had. */
export async function requestPlaces(
  connection: Connection,
  uri: string | null,
  wanted: PlacesFilter,
  unreadable: string,
): Promise<ShownPlaces> {
  try {
    const answer = readPlaces(await connection.request('markscheme/places', { uri, ...wanted }));
    return { type: 'places', wanted, places: answer?.places ?? [], problem: answer ? '' : unreadable };
  } catch (error) {
    return { type: 'places', wanted, places: [], problem: reasonOf(error) };
  }
}
