import { useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { bodyOf } from '../../platform-client/platform-client.ts';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import type { LogPart } from '../../shared/platform-api.generated.ts';
import type { HostQuery } from '../client/queries.ts';
import { useHostQuery } from '../client/queries.ts';
import { LogText } from './log-text.ts';

interface LogQuery extends Pick<
	HostQuery< LogText >,
	'operation' | 'topics' | 'key'
> {
	/** @param offset Where the part begins, in bytes. */
	readPart: (
		client: PlatformClient,
		offset: number,
		signal: AbortSignal
	) => Promise< { data?: LogPart } >;
}

/** Reads a log part by part, from where the last reading ended, and shows each part at once. */
export function useLog( {
	operation,
	topics,
	key,
	readPart,
}: LogQuery ): UseQueryResult< LogText > {
	const queries = useQueryClient();
	const queryKey = [ operation, key ];
	return useHostQuery( {
		operation,
		topics,
		key,
		gcTime: 0,
		read: async ( client, signal ) => {
			let log =
				queries.getQueryData< LogText >( queryKey ) ?? new LogText();
			for (;;) {
				const { text, nextOffset } = await bodyOf(
					readPart( client, log.nextOffset, signal )
				);
				if ( text === '' || signal.aborted ) {
					return { data: log };
				}
				// An application’s output that became too long begins again.
				const isRestarted = nextOffset <= log.nextOffset;
				log = ( isRestarted ? new LogText() : log ).append(
					text,
					nextOffset
				);
				queries.setQueryData( queryKey, log );
			}
		},
	} );
}
