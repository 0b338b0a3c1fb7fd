import { ToggleControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { HostButton, useHostChange } from '../client/changes.tsx';
import type { CacheReport } from '../../shared/platform-api.generated.ts';
import { Chart } from '../charts/chart.tsx';
import { useEnvironmentSummary } from '../client/environment.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHost, useMay } from '../client/host.ts';
import { useHostGet } from '../client/queries.ts';
import { Box } from '../../ui/box.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice, useNoticedTask } from '../../ui/notice-line.tsx';
import { usePageStyle } from '../../ui/page-style.tsx';
import { ReadOnly } from '../../ui/read-only.tsx';
import { Table } from '../../ui/table.tsx';
import { EnvironmentPage } from '../environments/environment-frame.tsx';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { numberLabel, sizeLabel } from '../labels/size.ts';
import { CacheGroups, Invalidations } from './cache-groups.tsx';

const ENVIRONMENT =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}';
const REPORT =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/cache';

interface PathProps {
	path: EnvironmentPath;
}

/** How much of the requests of the last hour the cache answered. */
function hourOf( { minutes }: CacheReport ) {
	const hits = minutes.reduce( ( sum, minute ) => sum + minute.hits, 0 );
	const misses = minutes.reduce( ( sum, minute ) => sum + minute.misses, 0 );
	const all = hits + misses;
	const rounded = Math.round( ( 100 * hits ) / all );
	// 100 % means all of them, 0 % none.
	const percent =
		hits === 0 || misses === 0
			? rounded
			: Math.min( 99, Math.max( 1, rounded ) );
	return { hits, all, ratio: all === 0 ? '–' : `${ percent } %` };
}

function PurgeButton( { path }: PathProps ) {
	const showNotice = useNotice();
	const showResult = ( { purges }: CacheReport ) => {
		const count = purges.at( -1 )?.entries ?? 0;
		/* translators: %s: number of pages. */
		const text = _n(
			'Cache purged. %s page removed.',
			'Cache purged. %s pages removed.',
			count,
			'headless-deploy'
		);
		showNotice( sprintf( text, numberLabel( count ) ) );
	};
	return (
		<div>
			<HostButton
				variant="primary"
				change={ async ( client ) => {
					const params = { path: { ...path } };
					await client.POST( `${ ENVIRONMENT }:clearCache`, {
						params,
					} );
					return client.GET( REPORT, { params } );
				} }
				onDone={ showResult }
			>
				{ __( 'Purge Cache', 'headless-deploy' ) }
			</HostButton>
		</div>
	);
}

function Figures( { report }: { report: CacheReport } ) {
	const { hits, all, ratio } = hourOf( report );
	const { entries, bytes, maxBytes } = report;
	/* translators: 1: number of requests that the cache answered, 2: number of all requests. */
	const requests = __( '%1$s of %2$s requests', 'headless-deploy' );
	/* translators: 1: number of pages, 2: their size, 3: the largest size. */
	const stored = _n(
		'%1$s page stored, %2$s of %3$s',
		'%1$s pages stored, %2$s of %3$s',
		entries,
		'headless-deploy'
	);
	return (
		<>
			<div>
				<p className="hd-figure">{ ratio }</p>
				<p className="hd-muted">
					{ __(
						'answered from the cache in the last hour',
						'headless-deploy'
					) }
				</p>
			</div>
			<p className="hd-muted">
				{ sprintf( requests, numberLabel( hits ), numberLabel( all ) ) }
				<br />
				{ sprintf(
					stored,
					numberLabel( entries ),
					sizeLabel( bytes ),
					sizeLabel( maxBytes )
				) }
			</p>
		</>
	);
}

function HourChart( { report }: { report: CacheReport } ) {
	const { formatTime } = usePageStyle();
	const { minutes, purges, hits, misses } = report;
	const clock = ( at: string ) => formatTime( new Date( at ), 'clock' );
	if ( hourOf( report ).all === 0 ) {
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
	/* translators: 1: time of day, 2: who purged the cache, for example “by webhook” or “with build 42”. */
	const purged = __( 'Purged at %1$s %2$s.', 'headless-deploy' );
	const purgedLabel = ( { at, by }: CacheReport[ 'purges' ][ number ] ) => {
		const who = by.replace( /^portal, /, '' );
		const isSaid = /^(?:by|with) /.test( who );
		return sprintf( purged, clock( at ), isSaid ? who : `by ${ who }` );
	};
	return (
		<Chart
			label={ __( 'Requests per minute', 'headless-deploy' ) }
			form="bars"
			positions={ minutes.map( ( { at } ) => at ) }
			positionTitle={ __( 'Minute', 'headless-deploy' ) }
			positionLabel={ clock }
			valueLabel={ ( value ) => numberLabel( value ?? 0 ) }
			series={ [
				{
					name: __( 'From the cache', 'headless-deploy' ),
					values: minutes.map( ( minute ) => minute.hits ),
				},
				{
					name: __( 'From the app', 'headless-deploy' ),
					values: minutes.map( ( minute ) => minute.misses ),
				},
			] }
			marks={ purges.map( ( { at } ) => at ) }
		>
			<p className="hd-hint">{ purges.map( purgedLabel ).join( ' ' ) }</p>
		</Chart>
	);
}

function NotCached( { notCached }: Pick< CacheReport, 'notCached' > ) {
	const title = __( 'Not cached in the last hour', 'headless-deploy' );
	return (
		<Box isFlush={ notCached.length > 0 } title={ title }>
			{ notCached.length === 0 ? (
				<p className="hd-muted">
					{ __(
						'No uncached responses. Responses that the cache could not store are listed here with the reason.',
						'headless-deploy'
					) }
				</p>
			) : (
				<Table
					caption={ title }
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

function PurgeOnDeploy( { path }: PathProps ) {
	const may = useMay( path.account );
	const { data } = useEnvironmentSummary( path );
	const send = useHostChange();
	const { busy, run } = useNoticedTask();
	const [ wanted, setWanted ] = useState( false );
	const change = ( purgeOnDeploy: boolean ) =>
		run( async () => {
			setWanted( purgeOnDeploy );
			await send(
				( client, body ) =>
					client.PATCH( ENVIRONMENT, {
						params: { path: { ...path } },
						body,
					} ),
				{ purgeOnDeploy }
			);
		} );
	const isOn = busy ? wanted : data?.purgeOnDeploy === true;
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
				disabled={ ! may( 'changeEnvironment' ) }
				onChange={ ( isWanted ) => void change( isWanted ) }
			/>
		</Box>
	);
}

/** How much the edge cache of an environment answers, and what it cannot store. */
export function Cache( { path }: PathProps ) {
	const { mayWrite } = useHost();
	const may = useMay( path.account );
	const query = useHostGet( REPORT, [ 'cache' ], { path: { ...path } } );
	return (
		<EnvironmentPage path={ path } tab="cache">
			{ () => (
				<Loaded query={ query }>
					{ ( report ) => (
						<>
							<Box>
								<div className="hd-figures">
									<Figures report={ report } />
									{ may( 'clearCache' ) && (
										<PurgeButton path={ path } />
									) }
								</div>
								<HourChart report={ report } />
							</Box>
							<Invalidations
								invalidations={ report.invalidations }
							/>
							<CacheGroups path={ path } />
							<NotCached notCached={ report.notCached } />
							<PurgeOnDeploy path={ path } />
							{ ! mayWrite( path.account ) && <ReadOnly /> }
						</>
					) }
				</Loaded>
			) }
		</EnvironmentPage>
	);
}
