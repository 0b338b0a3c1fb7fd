import { ToggleControl } from '@wordpress/components';
import type { EnvironmentPath } from '../client/host.ts';
import { useHost } from '../client/host.ts';
import { useHostChange, useHostQuery } from '../client/queries.ts';
import { ChartTable, MinutesChart } from '../charts/chart.tsx';
import { Box } from '../components/box.tsx';
import { ChangeButton } from '../components/change-button.tsx';
import { Loaded } from '../components/loaded.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { ReadOnly } from '../components/read-only.tsx';
import { Table } from '../components/table.tsx';
import { EnvironmentPage } from '../environments/environment-frame.tsx';
import { __, _n, sprintf } from '../i18n.ts';
import { numberLabel, sizeLabel } from '../labels/size.ts';
import type {
	CacheReport,
	EnvironmentSummary,
} from '../../shared/platform-api.generated.ts';

const ENVIRONMENT =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}';

interface Hour {
	hits: number;
	all: number;
	/** Percent; null without requests. */
	ratio: number | null;
}

function hourOf( { minutes }: CacheReport ): Hour {
	const hits = minutes.reduce( ( sum, minute ) => sum + minute.hits, 0 );
	const misses = minutes.reduce( ( sum, minute ) => sum + minute.misses, 0 );
	const all = hits + misses;
	const rounded = Math.round( ( 100 * hits ) / all );
	// 100 % means all of them, 0 % none.
	const ratio =
		hits === 0 || misses === 0
			? rounded
			: Math.min( 99, Math.max( 1, rounded ) );
	return { hits, all, ratio: all === 0 ? null : ratio };
}

function pageCountLabel( count: number ): string {
	return sprintf(
		/* translators: %s: number of pages. */
		_n( '%s page', '%s pages', count, 'headless-deploy' ),
		numberLabel( count )
	);
}

function PurgeButton( {
	path,
	entries,
}: {
	path: EnvironmentPath;
	entries: number;
} ) {
	return (
		<ChangeButton
			variant="primary"
			change={ ( client ) =>
				client.POST( `${ ENVIRONMENT }:clearCache`, {
					params: { path: { ...path } },
				} )
			}
			done={ sprintf(
				/* translators: %s: number of pages, for example “12 pages”. */
				__( 'Cache purged: %s removed.', 'headless-deploy' ),
				pageCountLabel( entries )
			) }
		>
			{ __( 'Purge Cache', 'headless-deploy' ) }
		</ChangeButton>
	);
}

function Figures( { report, hour }: { report: CacheReport; hour: Hour } ) {
	return (
		<>
			<div>
				<p className="hd-figure">
					{ hour.ratio === null ? '–' : `${ hour.ratio } %` }
				</p>
				<p className="hd-muted">
					{ __(
						'answered from the cache in the last hour',
						'headless-deploy'
					) }
				</p>
			</div>
			<p className="hd-muted">
				{ sprintf(
					/* translators: 1: number of requests that the cache answered, 2: number of all requests. */
					__( '%1$s of %2$s requests', 'headless-deploy' ),
					numberLabel( hour.hits ),
					numberLabel( hour.all )
				) }
				<br />
				{ sprintf(
					/* translators: 1: number of pages, for example “12 pages”, 2: their size, 3: the largest size. */
					__( '%1$s stored, %2$s of %3$s', 'headless-deploy' ),
					pageCountLabel( report.entries ),
					sizeLabel( report.bytes ),
					sizeLabel( report.maxBytes )
				) }
			</p>
		</>
	);
}

/** “Purged at 14:50 by webhook.” */
function Purges( { purges }: Pick< CacheReport, 'purges' > ) {
	const { formatTime } = useHost();
	return (
		<p className="hd-hint">
			{ purges
				.map( ( { at, by } ) => {
					const who = by.replace( /^portal, /, '' );
					return sprintf(
						/* translators: 1: time of day, 2: who purged the cache, for example “by webhook” or “with build 42”. */
						__( 'Purged at %1$s %2$s.', 'headless-deploy' ),
						formatTime( new Date( at ), 'clock' ),
						/^(?:by|with) /.test( who ) ? who : `by ${ who }`
					);
				} )
				.join( ' ' ) }
		</p>
	);
}

function HourChart( { report, hour }: { report: CacheReport; hour: Hour } ) {
	const { formatTime } = useHost();
	const { minutes, purges, hits, misses } = report;
	if ( hour.all === 0 ) {
		return (
			<p className="hd-muted">
				{ hits + misses === 0
					? __(
							'No requests yet. Open the site once.',
							'headless-deploy'
						)
					: __( 'No requests in the last hour.', 'headless-deploy' ) }
			</p>
		);
	}
	const times = minutes.map( ( { at } ) => at );
	const minuteLabel = ( minute: string ) =>
		formatTime( new Date( minute ), 'clock' );
	const facts = {
		label: __( 'Requests per minute', 'headless-deploy' ),
		valueLabel: ( value: number | null ) => numberLabel( value ?? 0 ),
		series: [
			{
				name: __( 'From the cache', 'headless-deploy' ),
				values: minutes.map( ( minute ) => minute.hits ),
			},
			{
				name: __( 'From the app', 'headless-deploy' ),
				values: minutes.map( ( minute ) => minute.misses ),
			},
		],
	};
	return (
		<>
			<MinutesChart
				{ ...facts }
				minutes={ times }
				purges={ purges.map( ( { at } ) => at ) }
				minuteLabel={ minuteLabel }
			/>
			<Purges purges={ purges } />
			<ChartTable
				{ ...facts }
				positionTitle={ __( 'Minute', 'headless-deploy' ) }
				positions={ times.map( minuteLabel ) }
			/>
		</>
	);
}

function NotCached( { notCached }: Pick< CacheReport, 'notCached' > ) {
	return (
		<Box
			isFlush={ notCached.length > 0 }
			title={ __( 'Not cached in the last hour', 'headless-deploy' ) }
		>
			{ notCached.length === 0 ? (
				<p className="hd-muted">
					{ __(
						'Nothing. Responses that the cache could not store are listed here with the reason.',
						'headless-deploy'
					) }
				</p>
			) : (
				<Table
					caption={ __(
						'Not cached in the last hour',
						'headless-deploy'
					) }
					rows={ notCached }
					keyOf={ ( { path, reason } ) => `${ path } ${ reason }` }
					columns={ [
						{
							title: __( 'Path', 'headless-deploy' ),
							render: ( { path } ) => <code>{ path }</code>,
						},
						{
							title: __( 'Reason', 'headless-deploy' ),
							render: ( { reason } ) => reason,
						},
						{
							title: __( 'Requests', 'headless-deploy' ),
							atEnd: true,
							render: ( { requests } ) => numberLabel( requests ),
						},
					] }
				/>
			) }
		</Box>
	);
}

function PurgeOnDeploy( {
	path,
	summary,
}: {
	path: EnvironmentPath;
	summary: EnvironmentSummary;
} ) {
	const { mayWrite, has } = useHost();
	const showNotice = useNotice();
	const change = useHostChange( ( client, purgeOnDeploy: boolean ) =>
		client.PATCH( ENVIRONMENT, {
			params: { path: { ...path } },
			body: { purgeOnDeploy },
		} )
	);
	const isOn = change.isPending ? change.variables : summary.purgeOnDeploy;
	return (
		<Box>
			<ToggleControl
				__nextHasNoMarginBottom
				label={ __( 'A deploy purges the cache', 'headless-deploy' ) }
				help={
					isOn
						? __(
								'Visitors see a new release at once.',
								'headless-deploy'
							)
						: __(
								'Visitors get stored pages of the old release until they expire.',
								'headless-deploy'
							)
				}
				checked={ isOn }
				disabled={
					! mayWrite( path.account ) || ! has( 'changeEnvironment' )
				}
				onChange={ ( isWanted ) =>
					change.mutate( isWanted, {
						onError: ( { message } ) =>
							showNotice( message, 'error' ),
					} )
				}
			/>
		</Box>
	);
}

function CacheDetails( {
	path,
	summary,
	report,
}: {
	path: EnvironmentPath;
	summary: EnvironmentSummary;
	report: CacheReport;
} ) {
	const { mayWrite, has } = useHost();
	const hour = hourOf( report );
	const mayChange = mayWrite( path.account );
	return (
		<>
			<Box>
				<div className="hd-figures">
					<Figures report={ report } hour={ hour } />
					{ mayChange && has( 'clearCache' ) && (
						<div>
							<PurgeButton
								path={ path }
								entries={ report.entries }
							/>
						</div>
					) }
				</div>
				<HourChart report={ report } hour={ hour } />
			</Box>
			<NotCached notCached={ report.notCached } />
			<PurgeOnDeploy path={ path } summary={ summary } />
			{ ! mayChange && <ReadOnly /> }
		</>
	);
}

/** How much the edge cache of an environment answers, and what it cannot store. */
export function Cache( { path }: { path: EnvironmentPath } ) {
	const report = useHostQuery( {
		operation: 'readCache',
		topics: [ 'cache' ],
		key: { ...path },
		read: ( client, signal ) =>
			client.GET(
				'/_local/accounts/{account}/apps/{app}/environments/{environment}/cache',
				{ params: { path: { ...path } }, signal }
			),
	} );
	return (
		<EnvironmentPage path={ path } tab="cache">
			{ ( summary ) => (
				<Loaded query={ report }>
					{ ( found ) => (
						<CacheDetails
							path={ path }
							summary={ summary }
							report={ found }
						/>
					) }
				</Loaded>
			) }
		</EnvironmentPage>
	);
}
