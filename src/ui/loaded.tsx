import { Spinner } from '@wordpress/components';
import type { ReactNode } from 'react';
import { __, sprintf } from './i18n.ts';
import { ErrorNotice } from './notice.tsx';
import { usePageStyle } from './page-style.tsx';

/** An answer that is read, and may be read again. A result of TanStack Query is one. */
export interface Load< Data > {
	/** The last answer; undefined before the first one. */
	data: Data | undefined;
	/** Why the last request failed. */
	error: Error | null;
	/** When `data` was answered. */
	dataUpdatedAt: number;
	isFetching: boolean;
	refetch: () => unknown;
}

interface Props< Data > {
	query: Load< Data >;
	children: ( data: Data ) => ReactNode;
}

/** Shows an answer, the failure to read it, or both: a failed update keeps the last answer and says how old it is. */
export function Loaded< Data >( { query, children }: Props< Data > ) {
	const { data, error, dataUpdatedAt, refetch, isFetching } = query;
	const { formatTime } = usePageStyle();
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
	/* translators: %s: a time of day. */
	const stale = __(
		'Not connected. Showing the data of %s. Trying again.',
		'headless-deploy'
	);
	return (
		<>
			{ error && (
				<ErrorNotice
					status={ data === undefined ? 'error' : 'warning' }
					error={
						data === undefined
							? error.message
							: sprintf(
									stale,
									formatTime(
										new Date( dataUpdatedAt ),
										'clock'
									)
								)
					}
					busy={ isFetching }
					onRetry={ () => void refetch() }
				/>
			) }
			{ data !== undefined && children( data ) }
		</>
	);
}
