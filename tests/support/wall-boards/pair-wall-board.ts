/** Pairs a wall board through the API, as a screen and a manager do. */
import { deviceCodeGrantType, wallBoardEndpoints } from '../../../src/contract/wall-boards/wall-boards.ts';
import type { SmallApp } from '../app/start-small-app.ts';
import { small } from '../homes/small-home.ts';

type App = Pick<SmallApp, 'post' | 'token'>;

/** Asks for a code, as a screen does. */
export async function showCode({ post }: App) {
  const response = await post('/wall-boards/device-authorization', {});
  return wallBoardEndpoints.authorizeWallBoard.response.parse(await response.json());
}

/** Asks for the token, as a screen does. */
export function askForToken({ post }: App, deviceCode: string): Promise<Response> {
  return post('/wall-boards/token', { grant_type: deviceCodeGrantType, device_code: deviceCode });
}

interface BoardOptions {
  readonly wardUUID?: string;
  readonly name?: string;
  readonly mayAnswer?: boolean;
}

export async function pairWallBoard(app: App, options: BoardOptions = {}) {
  const { wardUUID = small.wardA1x, name = 'Corridor', mayAnswer = false } = options;
  const { device_code: deviceCode, user_code: userCode } = await showCode(app);
  const added = await app.post('/manage/wall-boards', { userCode, wardUUID, name, mayAnswer });
  const { id } = wallBoardEndpoints.addWallBoard.response.parse(await added.json());
  const token = await askForToken(app, deviceCode);
  const { access_token } = wallBoardEndpoints.getWallBoardToken.response.parse(await token.json());
  return { id, token: access_token };
}
