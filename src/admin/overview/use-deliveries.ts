import { useCallback, useEffect, useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import type { Delivery, Status } from '../../shared/wire.ts';
import { fetchDeliveries } from '../live/api.ts';
import { refusalWords } from '../words/refusal.ts';

const SHOWN = 8;

interface Recent {
	/** Null before the first answer. */
	deliveries: Delivery[] | null;
	/** Why the list could not be read, or empty. */
	error: string;
	reload: () => void;
}

/**
 * Names the runs that the state tells of: another name means that the list is old.
 */
function signatureOf( status: Status ): string {
	return status.environments
		.flatMap( ( { last, otherLast, delivering, pending, undeployed } ) => [
			...[ last, otherLast, ...delivering ].map( ( delivery ) =>
				delivery
					? `${ delivery.id }${ delivery.state }${ delivery.outcome }`
					: ''
			),
			...pending.map( ( { attemptedAt } ) => attemptedAt ),
			...undeployed.map( ( { run } ) => run ),
		] )
		.join();
}

/**
 * Keeps the newest deliveries, read again whenever the state shows that there is news.
 *
 * @param status The state of all environments.
 */
export function useDeliveries( status: Status ): Recent {
	const [ deliveries, setDeliveries ] = useState< Delivery[] | null >( null );
	const [ error, setError ] = useState( '' );
	const [ asked, setAsked ] = useState( 0 );
	const signature = signatureOf( status );
	useEffect( () => {
		let current = true;
		fetchDeliveries( SHOWN )
			.then( ( fresh ) => {
				if ( current ) {
					setDeliveries( fresh );
					setError( '' );
				}
			} )
			.catch( ( refusal ) => {
				if ( current ) {
					setError(
						refusalWords(
							refusal,
							__(
								'The list could not be read.',
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
	return { deliveries, error, reload };
}
