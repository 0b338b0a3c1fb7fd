import { useState } from '@wordpress/element';
import { HostButton } from '../client/changes.tsx';
import type {
	CacheGroupList,
	CacheReport,
} from '../../shared/platform-api.generated.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHost, useMay } from '../client/host.ts';
import { useHostGet } from '../client/queries.ts';
import { Box } from '../../ui/box.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice } from '../../ui/notice-line.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { numberLabel } from '../labels/size.ts';

const GROUPS =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/cache/groups';

type Invalidation = CacheReport[ 'invalidations' ][ number ];
type Group = Invalidation[ 'groups' ][ number ];

interface GroupProps {
	path: EnvironmentPath;
	group: Group;
}

function InvalidateButton( { path, group: { name } }: GroupProps ) {
	const showNotice = useNotice();
	const showResult = ( { invalidations }: CacheReport ) => {
		const count = invalidations.at( -1 )?.groups[ 0 ]?.entries ?? 0;
		/* translators: 1: name of a cache group, 2: number of its pages. */
		const text = _n(
			'Cache group %1$s invalidated. %2$s page is requested again.',
			'Cache group %1$s invalidated. %2$s pages are requested again.',
			count,
			'headless-deploy'
		);
		showNotice( sprintf( text, name, numberLabel( count ) ) );
	};
	return (
		<HostButton
			compact
			about={ name }
			change={ ( client ) =>
				client.POST( `${ GROUPS }/invalidate`, {
					params: { path: { ...path } },
					body: { group: name },
				} )
			}
			onDone={ showResult }
		>
			{ __( 'Invalidate', 'headless-deploy' ) }
		</HostButton>
	);
}

interface ListProps {
	path: EnvironmentPath;
	list: CacheGroupList;
	caption: string;
}

function GroupTable( { path, list: { groups, total }, caption }: ListProps ) {
	const may = useMay( path.account );
	const actions = {
		title: __( 'Actions', 'headless-deploy' ),
		isActions: true,
		render: ( group: Group ) => (
			<InvalidateButton path={ path } group={ group } />
		),
	};
	/* translators: 1: number of listed cache groups, 2: number of all that match. */
	const bounded = __( 'The %1$s largest of %2$s groups.', 'headless-deploy' );
	return (
		<>
			<Table
				caption={ caption }
				rows={ groups }
				keyOf={ ( { name } ) => name }
				columns={ [
					{
						title: __( 'Group', 'headless-deploy' ),
						render: ( { name } ) => <code>{ name }</code>,
					},
					{
						title: __( 'Pages', 'headless-deploy' ),
						atEnd: true,
						render: ( { entries } ) => numberLabel( entries ),
					},
					...( may( 'invalidateCacheGroup' ) ? [ actions ] : [] ),
				] }
			/>
			{ total > groups.length && (
				<p className="hd-hint">
					{ sprintf(
						bounded,
						numberLabel( groups.length ),
						numberLabel( total )
					) }
				</p>
			) }
		</>
	);
}

/** The groups of the pages in the cache (RFC 9875), the largest first. */
export function CacheGroups( { path }: { path: EnvironmentPath } ) {
	const { has } = useHost();
	const [ filter, setFilter ] = useState( '' );
	const isOffered = has( 'listCacheGroups' );
	const query = useHostGet( GROUPS, [ 'cache' ], {
		path: { ...path },
		...( filter === '' ? {} : { query: { filter } } ),
		enabled: isOffered,
	} );
	if ( ! isOffered ) {
		return null;
	}
	const title = __( 'Cache groups', 'headless-deploy' );
	const count = query.data?.total ?? 0;
	return (
		<Box
			isFlush={ count > 0 }
			title={ title }
			actions={
				( count > 0 || filter !== '' ) && (
					<SearchForm
						size="compact"
						label={ __( 'Search cache groups', 'headless-deploy' ) }
						onSearch={ setFilter }
					/>
				)
			}
		>
			<Loaded query={ query }>
				{ ( list ) =>
					list.total > 0 ? (
						<GroupTable
							path={ path }
							list={ list }
							caption={ title }
						/>
					) : (
						<p className="hd-muted">
							{ filter === ''
								? __(
										'No cache groups. The app names the groups of a page in the header Cache-Groups.',
										'headless-deploy'
									)
								: __(
										'No group has this text in its name.',
										'headless-deploy'
									) }
						</p>
					)
				}
			</Loaded>
		</Box>
	);
}

function groupLabel( { name, entries }: Group ): string {
	/* translators: 1: name of a cache group, 2: number of its pages. */
	const text = _n(
		'%1$s (%2$s page)',
		'%1$s (%2$s pages)',
		entries,
		'headless-deploy'
	);
	return sprintf( text, name, numberLabel( entries ) );
}

function groupsLabel( { groups, total }: Invalidation ): string {
	const others = total - groups.length;
	/* translators: %s: number of cache groups. */
	const more = _n( '%s more', '%s more', others, 'headless-deploy' );
	return [
		...groups.map( groupLabel ),
		...( others > 0 ? [ sprintf( more, numberLabel( others ) ) ] : [] ),
	].join( ', ' );
}

/** Which groups were invalidated in the last hour, newest first. */
export function Invalidations( {
	invalidations,
}: Pick< CacheReport, 'invalidations' > ) {
	if ( invalidations.length === 0 ) {
		return null;
	}
	const title = __( 'Invalidated in the last hour', 'headless-deploy' );
	const rows = invalidations.map( ( invalidation, index ) => ( {
		...invalidation,
		index,
	} ) );
	return (
		<Box isFlush title={ title }>
			<Table
				caption={ title }
				rows={ rows.reverse() }
				keyOf={ ( { index } ) => index }
				columns={ [
					{
						title: __( 'Time', 'headless-deploy' ),
						render: ( { at } ) => <Time at={ at } seconds />,
					},
					{
						title: __( 'Cause', 'headless-deploy' ),
						render: ( { by } ) => by,
					},
					{
						title: __( 'Groups', 'headless-deploy' ),
						render: groupsLabel,
					},
				] }
			/>
		</Box>
	);
}
