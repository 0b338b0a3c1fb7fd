import { SelectControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHost } from '../client/host.ts';
import { ChartTable, DaysChart, Swatch } from '../charts/chart.tsx';
import { dayLabel } from '../charts/series.ts';
import { Box } from '../components/box.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { ReadOnly } from '../components/read-only.tsx';
import { Table } from '../components/table.tsx';
import { EnvironmentPage } from '../environments/environment-frame.tsx';
import { __, _n, _x, sprintf } from '../i18n.ts';
import { limitLabel, numberLabel, sizeLabel } from '../labels/size.ts';
import type { DiskUsage } from '../../shared/platform-api.generated.ts';
import { Refresh } from './refresh.tsx';
import { growthOf, isMeasured, layersOf, sortUsages } from './usage-layers.ts';
import type { Usage } from './usage-layers.ts';
import { useDiskUsage } from './use-disk-usage.ts';

function environmentUsages( account: string, usage: DiskUsage ): Usage[] {
	return usage.environments.map(
		( { id, appId, displayName, ...rest } ) => ( {
			...rest,
			key: id,
			name: `${ appId } / ${ displayName }`,
			href: addresses.environment(
				{ account, app: appId, environment: id },
				'usage'
			),
		} )
	);
}

function installUsages( { installs }: DiskUsage ): Usage[] {
	return installs.map( ( install ) => ( { ...install, key: install.name } ) );
}

function sizeOrNone( bytes: number | null ): string {
	return bytes === null ? '–' : sizeLabel( bytes );
}

function growthCell( usage: Usage ): string {
	const { changeBytes } = usage;
	if ( ! isMeasured( usage ) ) {
		return '';
	}
	if ( changeBytes === null ) {
		return __( 'new', 'headless-deploy' );
	}
	const sign = changeBytes < 0 ? '−' : '+';
	return changeBytes === 0
		? __( 'same', 'headless-deploy' )
		: sign + sizeLabel( Math.abs( changeBytes ) );
}

function growthSentence( growth: number | null, days: readonly string[] ) {
	const [ since ] = days;
	if ( since === undefined ) {
		return __( 'not measured yet', 'headless-deploy' );
	}
	if ( growth === null ) {
		return sprintf(
			/* translators: %s: a day. */
			__( 'measured since %s', 'headless-deploy' ),
			dayLabel( since )
		);
	}
	if ( growth === 0 ) {
		return __( 'as much as 30 days ago', 'headless-deploy' );
	}
	const size = sizeLabel( Math.abs( growth ) );
	return growth > 0
		? sprintf(
				/* translators: %s: size. */
				__( '%s more than 30 days ago', 'headless-deploy' ),
				size
			)
		: sprintf(
				/* translators: %s: size. */
				__( '%s less than 30 days ago', 'headless-deploy' ),
				size
			);
}

/** “4.9 GB of 10 GB”, or “of 10 GB” where the size stands beside it. */
function limitSentence( limit: number, total: string ): string {
	if ( limit === 0 ) {
		return total;
	}
	return total === ''
		? sprintf(
				/* translators: %s: limit. */
				__( 'of %s', 'headless-deploy' ),
				limitLabel( limit )
			)
		: sprintf(
				/* translators: 1: size, 2: limit or size of the whole. */
				_x( '%1$s of %2$s', 'amount', 'headless-deploy' ),
				total,
				limitLabel( limit )
			);
}

function countLabel( environments: number, installs: number ): string {
	return environments === 0 && installs > 0
		? sprintf(
				/* translators: %s: number of WordPress installs. */
				_n(
					'in %s install',
					'in %s installs',
					installs,
					'headless-deploy'
				),
				numberLabel( installs )
			)
		: sprintf(
				/* translators: %s: number of environments. */
				_n(
					'in %s environment',
					'in %s environments',
					environments,
					'headless-deploy'
				),
				numberLabel( environments )
			);
}

function UsageTable( {
	usages,
	title,
}: {
	usages: readonly Usage[];
	/** Of the first column. */
	title: string;
} ) {
	const order = new Map( usages.map( ( { key }, index ) => [ key, index ] ) );
	return (
		<Table
			caption={ __( 'Disk usage', 'headless-deploy' ) }
			rows={ usages }
			keyOf={ ( { key } ) => key }
			columns={ [
				{
					title,
					render: ( { key, name, href } ) => (
						<span>
							<Swatch index={ order.get( key ) ?? 0 } />{ ' ' }
							{ href ? (
								<Link href={ href }>{ name }</Link>
							) : (
								name
							) }
						</span>
					),
				},
				{
					title: __( 'Files', 'headless-deploy' ),
					atEnd: true,
					render: ( { fileBytes } ) => sizeOrNone( fileBytes ),
				},
				{
					title: __( 'Database', 'headless-deploy' ),
					atEnd: true,
					render: ( { databaseBytes } ) =>
						sizeOrNone( databaseBytes ),
				},
				{
					title: __( '30 days', 'headless-deploy' ),
					atEnd: true,
					render: growthCell,
				},
				{
					title: __( 'Total', 'headless-deploy' ),
					atEnd: true,
					render: ( usage ) => (
						<strong>
							{ isMeasured( usage )
								? sizeLabel( usage.totalBytes )
								: '–' }
						</strong>
					),
				},
			] }
		/>
	);
}

interface DetailsProps {
	account: string;
	usage: DiskUsage;
	/** The environment that the screen is about; else the account. */
	environment?: string;
}

function UsageDetails( { account, usage, environment = '' }: DetailsProps ) {
	const { mayWrite } = useHost();
	const [ subject, setSubject ] = useState< 'environments' | 'installs' >(
		'environments'
	);
	const isOfAccount = environment === '';
	const environments = environmentUsages( account, usage );
	const installs = installUsages( usage );
	// The real service knows installs only.
	const hasEnvironments = environments.length > 0;
	const isByInstall = subject === 'installs' || ! hasEnvironments;
	const all = hasEnvironments ? environments : installs;
	const usages = sortUsages(
		isByInstall ? installs : environments,
		environment
	);
	const { days, series } = layersOf( usages );
	const own = all.filter( ( { key } ) => isOfAccount || key === environment );
	const total = own.reduce( ( sum, { totalBytes } ) => sum + totalBytes, 0 );
	const accountTotal = all.reduce(
		( sum, { totalBytes } ) => sum + totalBytes,
		0
	);
	const facts = { series, valueLabel: sizeOrNone };
	const label = __( 'Disk usage by day', 'headless-deploy' );
	return (
		<>
			<Box>
				<div className="hd-figures">
					<div>
						<p className="hd-figure">
							{ own.some( isMeasured )
								? sizeLabel( total )
								: '–' }
						</p>
						<p className="hd-muted">
							{ growthSentence(
								growthOf( own ),
								layersOf( own ).days
							) }
						</p>
					</div>
					<p className="hd-muted">
						{ limitSentence(
							usage.storageLimitBytes,
							isOfAccount ? '' : sizeLabel( accountTotal )
						) }
						<br />
						{ isOfAccount
							? countLabel( environments.length, installs.length )
							: __( 'in this account', 'headless-deploy' ) }
					</p>
					<Refresh account={ account } usage={ usage } />
				</div>
				{ isOfAccount && hasEnvironments && installs.length > 0 && (
					<SelectControl
						__nextHasNoMarginBottom
						__next40pxDefaultSize
						className="hd-usage__subject"
						label={ __( 'Show by', 'headless-deploy' ) }
						labelPosition="side"
						value={ subject }
						onChange={ setSubject }
						options={ [
							{
								value: 'environments',
								label: __( 'Environment', 'headless-deploy' ),
							},
							{
								value: 'installs',
								label: __(
									'WordPress install',
									'headless-deploy'
								),
							},
						] }
					/>
				) }
				{ series.length > 0 && (
					<>
						<DaysChart { ...facts } label={ label } days={ days } />
						<ChartTable
							{ ...facts }
							label={ label }
							positionTitle={ __( 'Day', 'headless-deploy' ) }
							positions={ days.map( dayLabel ) }
						/>
					</>
				) }
			</Box>
			{ usages.length > 0 && (
				<Box isFlush>
					<UsageTable
						usages={ usages }
						title={
							isByInstall
								? __( 'WordPress install', 'headless-deploy' )
								: __( 'Environment', 'headless-deploy' )
						}
					/>
				</Box>
			) }
			<p className="hd-hint">
				{ __(
					'Files are releases, caches and logs. Database is that of the linked WordPress install. Measured each night and by Refresh.',
					'headless-deploy'
				) }
			</p>
			{ ! mayWrite( account ) && <ReadOnly /> }
		</>
	);
}

/** The disk usage of an account. */
export function AccountUsage( { account }: { account: string } ) {
	const usage = useDiskUsage( account );
	return (
		<Page
			title={ __( 'Disk usage', 'headless-deploy' ) }
			tabTitle={ sprintf(
				/* translators: %s: name of an account. */
				__( 'Disk usage of %s', 'headless-deploy' ),
				account
			) }
		>
			<Loaded query={ usage }>
				{ ( found ) => (
					<UsageDetails account={ account } usage={ found } />
				) }
			</Loaded>
		</Page>
	);
}

/** The disk usage of an environment, beside the others of its account. */
export function EnvironmentUsage( { path }: { path: EnvironmentPath } ) {
	const usage = useDiskUsage( path.account );
	return (
		<EnvironmentPage path={ path } tab="usage">
			{ () => (
				<Loaded query={ usage }>
					{ ( found ) => (
						<UsageDetails
							account={ path.account }
							usage={ found }
							environment={ path.environment }
						/>
					) }
				</Loaded>
			) }
		</EnvironmentPage>
	);
}
