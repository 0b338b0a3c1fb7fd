import { useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { bodyOf } from '../../platform-client/platform-client.ts';
import type { EnvironmentPath } from '../client/host.ts';
import type { HostQuery } from '../client/queries.ts';
import { getFrom, useHostQuery } from '../client/queries.ts';
import { LogText } from './log-text.ts';

type LogPath =
	| '/v1/accounts/{account}/apps/{app}/environments/{environment}/builds/{build}/log'
	| '/_local/accounts/{account}/apps/{app}/environments/{environment}/output';

/** Reads a log part by part, from where the last reading ended, and shows each part at once. */
export function useLog(
	name: LogPath,
	topics: HostQuery< LogText >[ 'topics' ],
	path: EnvironmentPath & { build?: string }
): UseQueryResult< LogText > {
	const queries = useQueryClient();
	const key = { ...path };
	const queryKey = [ name, key ];
	return useHostQuery( {
		name,
		topics,
		key,
		gcTime: 0,
		read: async ( client, signal ) => {
			let log =
				queries.getQueryData< LogText >( queryKey ) ?? new LogText();
			for (;;) {
				const query = { offset: log.nextOffset };
				const { text, nextOffset } = await bodyOf(
					getFrom( client, name, { path, query }, signal )
				);
				if ( text === '' || signal.aborted ) {
					return { data: log };
				}
				// The host clears an application’s output at its size limit and starts a new one.
				const isCleared = nextOffset <= log.nextOffset;
				log = ( isCleared ? new LogText() : log ).append(
					text,
					nextOffset
				);
				queries.setQueryData( queryKey, log );
			}
		},
	} );
}
