import { Spinner } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { inbox } from '@wordpress/icons';
import type { BootData } from '../../shared/boot.ts';
import type { EnvironmentStatus } from '../../shared/wire.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { useLive } from '../../live/use-live.ts';
import type { ScreenProps } from '../mount-screen.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { EmptyCard, EmptyState } from '../../live/components/empty-state.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { dateAndTime } from '../../live/labels/time.ts';
import type { LogPage } from './api.ts';
import { Drawer } from './drawer.tsx';
import { ExportButton } from './export-button.tsx';
import { Filters } from './filters.tsx';
import { Paging } from './paging.tsx';
import { isFiltered, NO_FILTERS } from './query.ts';
import { type RunEnvironments, runEnvironmentsOf } from './run-environments.ts';
import { Table } from './table.tsx';
import type { Answer } from '../../live/use-answer.ts';
import { runsVersionOf } from '../../live/runs-version.ts';
import { useRunLog } from './use-run-log.ts';
import { type Address, useQuery } from './use-query.ts';
import { type LoadedRun, useRun } from './use-run.ts';

const NONE: never[] = [];

interface Props {
	boot: BootData;
	address: Address;
	environments: readonly EnvironmentStatus[];
	log: Answer< LogPage >;
	loaded: LoadedRun;
	runEnvironments: RunEnvironments;
	nowMs: number;
}

function Bar( { boot, address, environments, log }: Props ) {
	const [ error, setError ] = useState( '' );
	const {
		runs = NONE,
		removedEnvironments = NONE,
		searchedSince = null,
	} = log.data ?? {};
	return (
		<>
			<div className="headless-deploy-log__filters">
				<Filters
					address={ address }
					environments={ [ ...environments, ...removedEnvironments ] }
					canSearch={ boot.can.manage }
				/>
				{ boot.can.manage && runs.length > 0 && (
					<ExportButton
						query={ address.query }
						onError={ setError }
					/>
				) }
			</div>
			{ error !== '' && <ErrorNotice error={ error } /> }
			{ searchedSince !== null && (
				<p className="headless-deploy-secondary">
					{ sprintf(
						/* translators: %s: date and time. */
						__(
							'Only runs since %s were searched.',
							'headless-deploy'
						),
						dateAndTime(
							Date.parse( searchedSince ),
							boot.timeZone
						)
					) }
				</p>
			) }
		</>
	);
}

function EmptyLog( { query, go }: Address ) {
	return isFiltered( query ) ? (
		<EmptyCard
			icon={ inbox }
			title={ __( 'No runs match these filters', 'headless-deploy' ) }
			text={ __( 'Runs are kept for up to 90 days.', 'headless-deploy' ) }
		>
			<ActionButton compact onClick={ () => go( NO_FILTERS ) }>
				{ __( 'Clear filters', 'headless-deploy' ) }
			</ActionButton>
		</EmptyCard>
	) : (
		<EmptyCard
			icon={ inbox }
			title={ __( 'No runs yet', 'headless-deploy' ) }
			text={ __( 'Runs appear here.', 'headless-deploy' ) }
		/>
	);
}

function Runs( { boot, address, log, loaded, runEnvironments, nowMs }: Props ) {
	const { data, loading } = log;
	const { query, go } = address;
	if ( data === null ) {
		return loading ? <Spinner /> : null;
	}
	if ( data.runs.length === 0 ) {
		return <EmptyLog { ...address } />;
	}
	return (
		<>
			<Table
				runs={ data.runs }
				nowMs={ nowMs }
				timeZone={ boot.timeZone }
				loading={ loading }
				mayRetry={ runEnvironments.mayRetry }
				busy={ loaded.busy }
				onOpen={ ( { id } ) => go( { run: id } ) }
				onRetry={ loaded.retry }
			/>
			<Paging
				page={ query.page }
				pages={ data.pages }
				total={ data.total }
				shown={ data.runs.length }
				onPage={ ( page ) => {
					go( { page } );
					// The buttons are at the end, and runs are read from the first one.
					window.scrollTo( 0, 0 );
				} }
			/>
		</>
	);
}

/** The log of all runs. */
export function Activity( { boot, store }: ScreenProps ) {
	const { status, nowMs, refresh } = useLive( store );
	const environments = status?.environments ?? NONE;
	const address = useQuery();
	const { query, close } = address;
	const runsVersion = runsVersionOf( status );
	const log = useRunLog( address, runsVersion );
	const listed = log.data?.runs ?? NONE;
	const runEnvironments = runEnvironmentsOf( environments, listed );
	const loaded = useRun( address, listed, runsVersion, async () => {
		await refresh();
		log.reload();
	} );
	const common = { boot, loaded, runEnvironments, nowMs };
	const props = { ...common, address, environments, log };
	const isNew = status !== null && environments.length === 0;
	if ( isNew && log.data?.total === 0 && ! isFiltered( query ) ) {
		const { connections } = boot.urls;
		return (
			<EmptyState
				connectUrl={ boot.can.manage ? ( connections ?? null ) : null }
			/>
		);
	}
	return (
		<>
			<Bar { ...props } />
			{ log.error !== '' && (
				<ErrorNotice
					error={ log.error }
					busy={ log.loading }
					onRetry={ log.reload }
				/>
			) }
			<Runs { ...props } />
			{ query.run !== null && <Drawer { ...common } onClose={ close } /> }
		</>
	);
}
