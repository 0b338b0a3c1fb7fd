import { useCallback, useEffect, useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import type { Run, Status } from '../../shared/wire.ts';
import { fetchRuns } from '../live/api.ts';
import { errorText } from '../labels/refusal.ts';

const SHOWN = 8;

interface Recent {
	/** Null before the first answer. */
	runs: Run[] | null;
	/** Why the list could not be read, or empty. */
	error: string;
	reload: () => void;
}

/**
 * Names the runs that the state tells of: another name means that the list is old.
 */
function signatureOf( status: Status ): string {
	return status.environments
		.flatMap( ( { last, otherLast, sending, pending, undeployed } ) => [
			...[ last, otherLast, ...sending ].map( ( run ) =>
				run ? `${ run.id }${ run.status }` : ''
			),
			...pending.map( ( { attemptedAt } ) => attemptedAt ),
			...undeployed.map( ( { run } ) => run ),
		] )
		.join();
}

/**
 * Keeps the newest runs, read again whenever the state shows that there is news.
 *
 * @param status The state of all environments.
 */
export function useRuns( status: Status ): Recent {
	const [ runs, setRuns ] = useState< Run[] | null >( null );
	const [ error, setError ] = useState( '' );
	const [ asked, setAsked ] = useState( 0 );
	const signature = signatureOf( status );
	useEffect( () => {
		let current = true;
		fetchRuns( SHOWN )
			.then( ( fresh ) => {
				if ( current ) {
					setRuns( fresh );
					setError( '' );
				}
			} )
			.catch( ( refusal ) => {
				if ( current ) {
					setError(
						errorText(
							refusal,
							__(
								'The runs could not be loaded.',
								'headless-deploy'
							)
						)
					);
				}
			} );
		return () => {
			current = false;
		};
	}, [ signature, asked ] );
	const reload = useCallback( () => setAsked( ( count ) => count + 1 ), [] );
	return { runs, error, reload };
}
