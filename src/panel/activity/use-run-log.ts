import { speak } from '@wordpress/a11y';
import { useEffect, useRef } from '@wordpress/element';
import { _n, sprintf } from '../../ui/i18n.ts';
import { fetchLog, type LogPage, logPath } from './api.ts';
import { runsNotLoaded } from '../../live/labels/run-labels.ts';
import { type Answer, useAnswer } from '../../live/use-answer.ts';
import type { Address } from './use-query.ts';

/** Holds updates back while a run is shown beside the list, and on older pages: rows would jump. */
function useHeldVersion( runsVersion: string, isHeld: boolean ): string {
	const taken = useRef( runsVersion );
	if ( ! isHeld ) {
		taken.current = runsVersion;
	}
	return taken.current;
}

/** Speaks how many runs were found after the filters changed. */
function useSpokenTotal( { data, of }: Answer< LogPage > ): void {
	const spoken = useRef( '' );
	useEffect( () => {
		if ( data === null || spoken.current === of ) {
			return;
		}
		if ( spoken.current !== '' ) {
			speak(
				sprintf(
					/* translators: %d: number of runs. */
					_n(
						'%d run found.',
						'%d runs found.',
						data.total,
						'headless-deploy'
					),
					data.total
				)
			);
		}
		spoken.current = of;
	}, [ data, of ] );
}

/** Reads the page of the log that the address names, again whenever the log has changed. */
export function useRunLog(
	address: Address,
	runsVersion: string
): Answer< LogPage > {
	const { query, correct } = address;
	const isHeld = query.run !== null || query.page > 1;
	const log = useAnswer(
		logPath( query ),
		fetchLog,
		useHeldVersion( runsVersion, isHeld ),
		runsNotLoaded()
	);
	useSpokenTotal( log );
	const { data, of } = log;
	const isPastTheEnd =
		data !== null &&
		of === logPath( query ) &&
		query.page > Math.max( 1, data.pages );
	useEffect( () => {
		if ( isPastTheEnd ) {
			correct( { page: Math.max( 1, data.pages ) } );
		}
	}, [ isPastTheEnd, correct, data ] );
	return log;
}
