import { expect, test } from 'vitest';
import { errorOfResponse } from '../../api/api-error.ts';
import { sendAnswer } from './send-answer.ts';

const onMyWay = { alertUuid: 'x', roomName: 'Room 1', seen: { x: 0 }, action: 'acknowledge' } as const;
const { signal } = new AbortController();

const send = (response: Response) =>
  sendAnswer({ call: async () => Promise.reject(await errorOfResponse(response)) }, onMyWay, signal);

test('an answer that the server refuses is given up, and one that a proxy refuses while the server restarts is repeated', async () => {
  const problem = { type: 'urn:room-status:problem:not-found', title: 'Not found', status: 404 };
  expect(await send(Response.json(problem, { status: 404 }))).toEqual({ kind: 'refused' });
  await expect(send(new Response('404 page not found', { status: 404 }))).rejects.toThrow('404');
});
