import { SelectControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHost } from '../client/host.ts';
import { Chart, Swatch } from '../charts/chart.tsx';
import { dayLabel } from '../charts/series.ts';
import { Box } from '../../ui/box.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ReadOnly } from '../../ui/read-only.tsx';
import { Table } from '../../ui/table.tsx';
import { EnvironmentPage } from '../environments/environment-frame.tsx';
import { __, _n, _x, sprintf } from '../../ui/i18n.ts';
import { numberLabel, limitLabel, sizeLabel } from '../labels/size.ts';
import type { DiskUsage } from '../../shared/platform-api.generated.ts';
import { Refresh } from './refresh.tsx';
import {
	countedOnce,
	growthOf,
	isMeasured,
	layersOf,
	sortUsages,
} from './usage-layers.ts';
import type { Usage } from './usage-layers.ts';
import { useDiskUsage } from './use-disk-usage.ts';

interface AccountProps {
	account: string;
}

interface DetailsProps extends AccountProps {
	usage: DiskUsage;
	/** The environment that the screen is about; else the account. */
	environment?: string;
}

function environmentUsages( { account, usage }: DetailsProps ): Usage[] {
	return usage.environments.map(
		( { id, appId: app, displayName, ...rest } ) => ( {
			...rest,
			key: id,
			name: `${ app } / ${ displayName }`,
			href: addresses.environment(
				{ account, app, environment: id },
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

function growthSentence( usages: readonly Usage[] ): string {
	const [ since ] = layersOf( usages ).days;
	if ( since === undefined ) {
		return __( 'not measured yet', 'headless-deploy' );
	}
	const growth = growthOf( usages );
	if ( growth === null ) {
		/* translators: %s: a day. */
		const measured = __( 'measured since %s', 'headless-deploy' );
		return sprintf( measured, dayLabel( since ) );
	}
	if ( growth === 0 ) {
		return __( 'as much as 30 days ago', 'headless-deploy' );
	}
	const size = sizeLabel( Math.abs( growth ) );
	/* translators: %s: size. */
	const more = __( '%s more than 30 days ago', 'headless-deploy' );
	/* translators: %s: size. */
	const less = __( '%s less than 30 days ago', 'headless-deploy' );
	return growth > 0 ? sprintf( more, size ) : sprintf( less, size );
}

/** “4.9 GB of 10 GB”, or “of 10 GB” where the size stands beside it. */
function limitSentence( limit: number, total: string ): string {
	if ( limit === 0 ) {
		return total;
	}
	/* translators: %s: limit. */
	const ofLimit = __( 'of %s', 'headless-deploy' );
	/* translators: 1: size, 2: limit or size of the whole. */
	const totalOf = _x( '%1$s of %2$s', 'amount', 'headless-deploy' );
	return total === ''
		? sprintf( ofLimit, limitLabel( limit ) )
		: sprintf( totalOf, total, limitLabel( limit ) );
}

function countLabel( environments: number, installs: number ): string {
	/* translators: %s: number of WordPress installs. */
	const inInstalls = _n(
		'in %s install',
		'in %s installs',
		installs,
		'headless-deploy'
	);
	/* translators: %s: number of environments. */
	const inEnvironments = _n(
		'in %s environment',
		'in %s environments',
		environments,
		'headless-deploy'
	);
	return environments === 0 && installs > 0
		? sprintf( inInstalls, numberLabel( installs ) )
		: sprintf( inEnvironments, numberLabel( environments ) );
}

function nameCell( { name, href }: Usage, index: number ) {
	return (
		<span>
			<Swatch index={ index } />{ ' ' }
			{ href ? <Link href={ href }>{ name }</Link> : name }
		</span>
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
	const atEnd = true;
	return (
		<Box isFlush>
			<Table
				caption={ __( 'Disk usage', 'headless-deploy' ) }
				rows={ usages }
				keyOf={ ( { key } ) => key }
				columns={ [
					{
						title,
						render: ( usage ) =>
							nameCell( usage, usages.indexOf( usage ) ),
					},
					{
						title: __( 'Files', 'headless-deploy' ),
						atEnd,
						render: ( { fileBytes } ) => sizeOrNone( fileBytes ),
					},
					{
						title: __( 'Database', 'headless-deploy' ),
						atEnd,
						render: ( { databaseBytes } ) =>
							sizeOrNone( databaseBytes ),
					},
					{
						title: __( '30 days', 'headless-deploy' ),
						atEnd,
						render: growthCell,
					},
					{
						title: __( 'Total', 'headless-deploy' ),
						atEnd,
						render: ( usage ) => (
							<strong>{ totalLabel( [ usage ] ) }</strong>
						),
					},
				] }
			/>
		</Box>
	);
}

function totalLabel( usages: readonly Usage[] ): string {
	const bytes = usages.reduce(
		( sum, { totalBytes } ) => sum + totalBytes,
		0
	);
	return usages.some( isMeasured ) ? sizeLabel( bytes ) : '–';
}

/** What is used, of how much, and when it was measured. */
function Figures( { account, usage, environment = '' }: DetailsProps ) {
	const environments = environmentUsages( { account, usage } );
	const installs = installUsages( usage );
	const all = environments.length > 0 ? environments : installs;
	const isOfAccount = environment === '';
	const counted = countedOnce( all );
	const own = isOfAccount
		? counted
		: all.filter( ( { key } ) => key === environment );
	return (
		<div className="hd-figures">
			<div>
				<p className="hd-figure">{ totalLabel( own ) }</p>
				<p className="hd-muted">{ growthSentence( own ) }</p>
			</div>
			<p className="hd-muted">
				{ limitSentence(
					usage.storageLimitBytes,
					isOfAccount ? '' : totalLabel( counted )
				) }
				<br />
				{ isOfAccount
					? countLabel( environments.length, installs.length )
					: __( 'in this account', 'headless-deploy' ) }
			</p>
			<Refresh account={ account } usage={ usage } />
		</div>
	);
}

function UsageDetails( props: DetailsProps ) {
	const { account, usage, environment = '' } = props;
	const { mayWrite } = useHost();
	const [ subject, setSubject ] = useState( 'environments' );
	const subjects = {
		environments: __( 'Environment', 'headless-deploy' ),
		installs: __( 'WordPress install', 'headless-deploy' ),
	};
	const environments = environmentUsages( props );
	const installs = installUsages( usage );
	// The real service knows installs only.
	const isByInstall = subject === 'installs' || environments.length === 0;
	const usages = sortUsages(
		isByInstall ? installs : environments,
		environment
	);
	const { days, series } = layersOf( countedOnce( usages ) );
	return (
		<>
			<Box>
				<Figures { ...props } />
				{ environment === '' &&
					environments.length > 0 &&
					installs.length > 0 && (
						<SelectControl
							__nextHasNoMarginBottom
							__next40pxDefaultSize
							className="hd-usage__subject"
							label={ __( 'Show by', 'headless-deploy' ) }
							labelPosition="side"
							value={ subject }
							onChange={ setSubject }
							options={ Object.entries( subjects ).map(
								( [ value, label ] ) => ( { value, label } )
							) }
						/>
					) }
				{ series.length > 0 && (
					<Chart
						label={ __( 'Disk usage by day', 'headless-deploy' ) }
						form="areas"
						series={ series }
						positions={ days }
						positionTitle={ __( 'Day', 'headless-deploy' ) }
						positionLabel={ dayLabel }
						valueLabel={ sizeOrNone }
					/>
				) }
			</Box>
			{ usages.length > 0 && (
				<UsageTable
					usages={ usages }
					title={
						isByInstall ? subjects.installs : subjects.environments
					}
				/>
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
export function AccountUsage( { account }: AccountProps ) {
	/* translators: %s: name of an account. */
	const tabTitle = __( 'Disk usage of %s', 'headless-deploy' );
	return (
		<Page
			title={ __( 'Disk usage', 'headless-deploy' ) }
			tabTitle={ sprintf( tabTitle, account ) }
		>
			<Loaded query={ useDiskUsage( account ) }>
				{ ( usage ) => <UsageDetails { ...{ account, usage } } /> }
			</Loaded>
		</Page>
	);
}

/** The disk usage of an environment, beside the others of its account. */
export function EnvironmentUsage( { path }: { path: EnvironmentPath } ) {
	const query = useDiskUsage( path.account );
	return (
		<EnvironmentPage path={ path } tab="usage">
			{ () => (
				<Loaded query={ query }>
					{ ( usage ) => (
						<UsageDetails { ...path } usage={ usage } />
					) }
				</Loaded>
			) }
		</EnvironmentPage>
	);
}
