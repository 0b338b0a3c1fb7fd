import { Button, Notice, Spinner } from '@wordpress/components';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { __ } from '../../ui/i18n.ts';
import { StaleSince } from './time.tsx';

interface Props< Data > {
	query: UseQueryResult< Data >;
	children: ( data: Data ) => ReactNode;
}

/** Shows an answer, the failure to read it, or both: a failed update keeps the last answer and says how old it is. */
export function Loaded< Data >( { query, children }: Props< Data > ) {
	const { data, error, dataUpdatedAt, refetch, isFetching } = query;
	if ( data === undefined && error === null ) {
		return (
			<div className="hd-loading">
				<Spinner />
				<span className="screen-reader-text">
					{ __( 'Loading…', 'headless-deploy' ) }
				</span>
			</div>
		);
	}
	return (
		<>
			{ error && (
				<Notice
					status={ data === undefined ? 'error' : 'warning' }
					isDismissible={ false }
				>
					<p>
						{ data === undefined ? (
							error.message
						) : (
							<StaleSince at={ dataUpdatedAt } />
						) }
					</p>
					<Button
						variant="secondary"
						size="compact"
						isBusy={ isFetching }
						onClick={ () => void refetch() }
					>
						{ __( 'Try again', 'headless-deploy' ) }
					</Button>
				</Notice>
			) }
			{ data !== undefined && children( data ) }
		</>
	);
}
