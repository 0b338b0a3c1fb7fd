import {
	DropdownMenu,
	MenuGroup,
	MenuItem,
	Slot,
	SlotFillProvider,
} from '@wordpress/components';
import { useQueryClient } from '@tanstack/react-query';
import { check } from '@wordpress/icons';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { addresses } from '../hosting/addresses.ts';
import { __, _n, sprintf } from '../hosting/i18n.ts';
import { Icon } from '../hosting/components/icon.tsx';
import { signOut } from './session.ts';
import type { Session } from './session.ts';

interface Props {
	session: Session | null;
	/** The account that the navigation leads to. */
	account: string;
	/** When the connection to the platform was lost; empty while there is one. */
	lostAt: string;
	children: ReactNode;
}

interface Item {
	name: string;
	href: string;
	/** Whether an address belongs to it. */
	has: ( address: string ) => boolean;
}

function Brand() {
	return (
		<Link className="portal-brand" href="/">
			<svg viewBox="0 0 18 16" width="18" height="16" aria-hidden="true">
				<rect width="18" height="4" rx="2" />
				<rect y="6" width="12" height="4" rx="2" opacity=".65" />
				<rect y="12" width="7" height="4" rx="2" opacity=".4" />
			</svg>
			Headless Deploy
		</Link>
	);
}

function mainItems( session: Session, account: string ): Item[] {
	const usage = addresses.accountUsage( account );
	const isUsage = ( address: string ) => address === usage;
	const startsWith = ( start: string ) => ( address: string ) =>
		address === start || address.startsWith( `${ start }/` );
	const items: Item[] = [
		{
			name: __( 'Apps', 'headless-deploy' ),
			href: account === '' ? '/' : addresses.apps( account ),
			has: ( address ) =>
				! isUsage( address ) && startsWith( '/accounts' )( address ),
		},
	];
	if ( account !== '' ) {
		items.push( {
			name: __( 'Disk usage', 'headless-deploy' ),
			href: usage,
			has: isUsage,
		} );
	}
	if ( session.role !== 'none' ) {
		items.push(
			{
				name: __( 'Requests', 'headless-deploy' ),
				href: '/requests',
				has: startsWith( '/requests' ),
			},
			{
				name: __( 'Faults', 'headless-deploy' ),
				href: '/faults',
				has: startsWith( '/faults' ),
			}
		);
	}
	items.push( {
		name: __( 'API', 'headless-deploy' ),
		href: '/api',
		has: startsWith( '/api' ),
	} );
	return items;
}

function Navigation( {
	session,
	account,
}: {
	session: Session;
	account: string;
} ) {
	const [ address ] = useLocation();
	return (
		<nav
			className="portal-nav"
			aria-label={ __( 'Main', 'headless-deploy' ) }
		>
			{ mainItems( session, account ).map( ( { name, href, has } ) => (
				<Link
					key={ href }
					href={ href }
					aria-current={ has( address ) ? 'page' : undefined }
				>
					{ name }
				</Link>
			) ) }
		</nav>
	);
}

function AccountMenu( {
	session,
	account,
}: {
	session: Session;
	account: string;
} ) {
	const [ , navigate ] = useLocation();
	const queries = useQueryClient();
	const signedInAs = sprintf(
		/* translators: %s: ID of an API user. */
		__( 'Signed in as %s', 'headless-deploy' ),
		session.user
	);
	const leave = async () => {
		await signOut();
		await queries.resetQueries();
	};
	return (
		<DropdownMenu
			className="portal-menu"
			icon={ null }
			label={ sprintf(
				/* translators: %s: name of an account or a user. */
				__( 'Account %s', 'headless-deploy' ),
				account || session.user
			) }
			text={ account || session.user }
			popoverProps={ { placement: 'bottom-end' } }
		>
			{ ( { onClose } ) => {
				const go = ( href: string ) => () => {
					navigate( href );
					onClose();
				};
				return (
					<>
						<MenuGroup label={ signedInAs }>
							{ session.accounts.map( ( { name } ) => (
								<MenuItem
									key={ name }
									role="menuitemradio"
									isSelected={ name === account }
									icon={ name === account ? check : null }
									onClick={ go( addresses.apps( name ) ) }
								>
									{ name }
								</MenuItem>
							) ) }
						</MenuGroup>
						<MenuGroup>
							<MenuItem onClick={ go( '/accounts' ) }>
								{ __( 'Accounts', 'headless-deploy' ) }
							</MenuItem>
							{ session.role !== 'none' && (
								<MenuItem onClick={ go( '/users' ) }>
									{ __( 'API users', 'headless-deploy' ) }
								</MenuItem>
							) }
							<MenuItem onClick={ go( '/installs' ) }>
								{ __( 'Installs', 'headless-deploy' ) }
							</MenuItem>
						</MenuGroup>
						<MenuGroup>
							<MenuItem onClick={ () => void leave() }>
								{ __( 'Sign out', 'headless-deploy' ) }
							</MenuItem>
						</MenuGroup>
					</>
				);
			} }
		</DropdownMenu>
	);
}

function FaultsLine( { session }: { session: Session } ) {
	const { faultsOn } = session;
	return faultsOn === 0 ? null : (
		<div className="portal-line">
			<p className="portal-wide">
				<Icon name="warning" />
				{ sprintf(
					/* translators: %d: number of fault rules. */
					_n(
						'%d fault rule is on: the platform responds wrongly on purpose.',
						'%d fault rules are on: the platform responds wrongly on purpose.',
						faultsOn,
						'headless-deploy'
					),
					faultsOn
				) }
				{ session.role !== 'none' && (
					<Link href="/faults">
						{ __( 'See rules', 'headless-deploy' ) }
					</Link>
				) }
			</p>
		</div>
	);
}

/** The header with its navigation, and the place of the screens. */
export function Frame( { session, account, lostAt, children }: Props ) {
	return (
		<SlotFillProvider>
			<a className="portal-skip" href="#main">
				{ __( 'Skip to the content', 'headless-deploy' ) }
			</a>
			<header className="portal-top">
				<div className="portal-wide">
					<Brand />
					{ session && (
						<>
							<Navigation
								session={ session }
								account={ account }
							/>
							<AccountMenu
								session={ session }
								account={ account }
							/>
						</>
					) }
				</div>
				{ session && <FaultsLine session={ session } /> }
				<div className="portal-line" role="status">
					{ lostAt !== '' && (
						<p className="portal-wide">
							<Icon name="warning" />
							{ sprintf(
								/* translators: %s: time. */
								__(
									'Not connected to the platform since %s. The page shows the state of that time. Trying again.',
									'headless-deploy'
								),
								lostAt
							) }
						</p>
					) }
				</div>
				{ /* The menu opens here, so that it is in a landmark. */ }
				<Slot name="Popover" bubblesVirtually />
			</header>
			<main id="main" className="portal-wide" tabIndex={ -1 }>
				{ children }
			</main>
		</SlotFillProvider>
	);
}
