import { Spinner } from '@wordpress/components';
import { useState } from '@wordpress/element';
import type { BootData } from '../../shared/boot.ts';
import type { EnvironmentStatus } from '../../shared/wire.ts';
import { __, sprintf } from '../i18n.ts';
import { useLive } from '../live/use-live.ts';
import type { ScreenProps } from '../mount-screen.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { replaceUrlOf } from '../components/replace-url.ts';
import { dateAndTime } from '../labels/time.ts';
import type { LogPage } from './api.ts';
import { Drawer } from './drawer.tsx';
import { ExportButton } from './export-button.tsx';
import { Filters } from './filters.tsx';
import { type RunEnvironments, runEnvironmentsOf } from './run-cache.ts';
import { runsVersionOf } from './new-runs.ts';
import { EmptyLog } from './empty-log.tsx';
import { Paging } from './paging.tsx';
import { isFiltered, NO_FILTERS } from './query.ts';
import { LoadError } from './load-error.tsx';
import { Table } from './table.tsx';
import type { Answer } from './use-answer.ts';
import { useLog } from './use-log.ts';
import { type Address, useQuery } from './use-query.ts';
import { type LoadedRun, useRun } from './use-run.ts';

const NONE: never[] = [];

interface Props {
	boot: BootData;
	address: Address;
	environments: readonly EnvironmentStatus[];
	log: Answer< LogPage >;
	run: LoadedRun;
	runEnvironments: RunEnvironments;
	nowMs: number;
}

function Bar( { boot, address, environments, log }: Props ) {
	const [ error, setError ] = useState( '' );
	const hasRuns = log.data !== null && log.data.runs.length > 0;
	return (
		<>
			<div className="headless-deploy-log__filters">
				<Filters
					address={ address }
					environments={ environments }
					canSearch={ boot.can.manage }
				/>
				{ boot.can.manage && hasRuns && (
					<ExportButton
						query={ address.query }
						onError={ setError }
					/>
				) }
			</div>
			{ error !== '' && <LoadError error={ error } /> }
			<SearchedSince
				since={ log.data?.searchedSince ?? null }
				boot={ boot }
			/>
		</>
	);
}

/** Says how far back the search looked. */
function SearchedSince( {
	since,
	boot,
}: {
	since: string | null;
	boot: BootData;
} ) {
	return since === null ? null : (
		<p className="headless-deploy-secondary">
			{ sprintf(
				/* translators: %s: date and time. */
				__( 'Only runs since %s were searched.', 'headless-deploy' ),
				dateAndTime( Date.parse( since ), boot.timeZone )
			) }
		</p>
	);
}

function Runs( { boot, address, log, run, runEnvironments, nowMs }: Props ) {
	const { data, loading } = log;
	const { query, go } = address;
	if ( data === null ) {
		return loading ? <Spinner /> : null;
	}
	if ( data.runs.length === 0 ) {
		return (
			<EmptyLog
				filtered={ isFiltered( query ) }
				onClear={ () => go( NO_FILTERS ) }
			/>
		);
	}
	return (
		<>
			<Table
				{ ...runEnvironments }
				runs={ data.runs }
				nowMs={ nowMs }
				timeZone={ boot.timeZone }
				loading={ loading }
				busy={ run.busy }
				onOpen={ ( { id } ) => go( { run: id } ) }
				onRetry={ ( failed ) =>
					void run.retry( failed, runEnvironments.labelOf( failed ) )
				}
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

function OpenRun( { boot, address, run, runEnvironments, nowMs }: Props ) {
	const { shown } = run;
	if ( address.query.run === null ) {
		return null;
	}
	const isOpen = shown !== null && runEnvironments.isOpen( shown );
	return (
		<Drawer
			run={ shown }
			answer={ run.answer }
			label={ shown === null ? '' : runEnvironments.labelOf( shown ) }
			environment={
				shown === null
					? undefined
					: runEnvironments.environmentOf( shown )
			}
			nowMs={ nowMs }
			timeZone={ boot.timeZone }
			replaceUrl={
				shown === null ? null : replaceUrlOf( boot, shown.environment )
			}
			mayIgnore={ boot.can.manage }
			isOpen={ isOpen }
			mayRetry={ shown !== null && runEnvironments.mayRetry( shown ) }
			busy={ run.busy !== null }
			turn={ run.turn }
			onRetry={ () =>
				shown !== null &&
				void run.retry( shown, runEnvironments.labelOf( shown ) )
			}
			onClose={ address.close }
		/>
	);
}

/** The log: what was sent, why, and what came of it. */
export function Activity( { boot, store }: ScreenProps ) {
	const { status, nowMs, refresh } = useLive( store );
	const environments = status?.environments ?? NONE;
	const address = useQuery();
	const runsVersion = runsVersionOf( status );
	const log = useLog( address, runsVersion );
	const listed = log.data?.runs ?? NONE;
	const runEnvironments = runEnvironmentsOf( environments, listed );
	const run = useRun( address, listed, runsVersion, async () => {
		await refresh();
		log.reload();
	} );
	const props = {
		boot,
		address,
		environments,
		log,
		run,
		runEnvironments,
		nowMs,
	};
	const isNew = status !== null && environments.length === 0;
	if ( isNew && log.data?.total === 0 && ! isFiltered( address.query ) ) {
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
				<LoadError
					error={ log.error }
					busy={ log.loading }
					onRetry={ log.reload }
				/>
			) }
			<Runs { ...props } />
			<OpenRun { ...props } />
		</>
	);
}
