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
import { __, _n, sprintf } from '../ui/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { useCurrentInView } from '../ui/use-current-in-view.ts';
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

interface SessionProps {
	session: Session;
	account: string;
}

/** The screens of the navigation. The last one whose start the address has is the current one. */
function mainItems( { session, account }: SessionProps ) {
	const item = ( name: string, href: string, start = href ) => ( {
		name,
		href,
		start,
	} );
	return [
		item(
			__( 'Apps', 'headless-deploy' ),
			account === '' ? '/' : addresses.apps( account ),
			addresses.accounts
		),
		...( account === ''
			? []
			: [
					item(
						__( 'Disk usage', 'headless-deploy' ),
						addresses.accountUsage( account )
					),
				] ),
		...( session.role === 'none'
			? []
			: [
					item(
						__( 'Requests', 'headless-deploy' ),
						addresses.requests
					),
					item( __( 'Faults', 'headless-deploy' ), addresses.faults ),
				] ),
		item( __( 'API', 'headless-deploy' ), '/api' ),
	];
}

function Navigation( props: SessionProps ) {
	const [ address ] = useLocation();
	const items = mainItems( props );
	const current = items.findLast( ( { start } ) =>
		`${ address }/`.startsWith( `${ start }/` )
	);
	const row = useCurrentInView< HTMLElement >( address );
	return (
		<nav
			ref={ row }
			className="portal-nav"
			aria-label={ __( 'Main', 'headless-deploy' ) }
		>
			{ items.map( ( item ) => (
				<Link
					key={ item.href }
					href={ item.href }
					aria-current={ item === current ? 'page' : undefined }
				>
					{ item.name }
				</Link>
			) ) }
		</nav>
	);
}

function SignOut() {
	const queries = useQueryClient();
	const leave = async () => {
		await signOut();
		await queries.resetQueries();
	};
	return (
		<MenuItem onClick={ () => void leave() }>
			{ __( 'Sign out', 'headless-deploy' ) }
		</MenuItem>
	);
}

function AccountMenu( { session, account }: SessionProps ) {
	const { user, role, accounts } = session;
	const [ , navigate ] = useLocation();
	/* translators: %s: ID of an API user. */
	const signedInAs = __( 'Signed in as %s', 'headless-deploy' );
	/* translators: %s: name of an account or a user. */
	const label = __( 'Account %s', 'headless-deploy' );
	const pages = [
		[ __( 'Accounts', 'headless-deploy' ), addresses.accounts ],
		...( role === 'none'
			? []
			: [ [ __( 'API users', 'headless-deploy' ), addresses.users ] ] ),
		[ __( 'Installs', 'headless-deploy' ), addresses.installs ],
	] as const;
	return (
		<DropdownMenu
			className="portal-menu"
			icon={ null }
			label={ sprintf( label, account || user ) }
			toggleProps={ {
				children: (
					<>
						<span className="portal-menu__label">
							{ __( 'Account', 'headless-deploy' ) }
						</span>{ ' ' }
						{ account || user }
					</>
				),
			} }
			popoverProps={ { placement: 'bottom-end' } }
		>
			{ ( { onClose } ) => {
				const go = ( href: string ) => () => {
					navigate( href );
					onClose();
				};
				return (
					<>
						<MenuGroup label={ sprintf( signedInAs, user ) }>
							{ accounts.map( ( { name } ) => (
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
							{ pages.map( ( [ name, href ] ) => (
								<MenuItem key={ href } onClick={ go( href ) }>
									{ name }
								</MenuItem>
							) ) }
						</MenuGroup>
						<MenuGroup>
							<SignOut />
						</MenuGroup>
					</>
				);
			} }
		</DropdownMenu>
	);
}

/** Says something above all screens. */
function Warning( { children }: { children: ReactNode } ) {
	return (
		<p className="portal-wide">
			<Icon name="warning" />
			{ children }
		</p>
	);
}

function FaultsWarning( { faultsOn, role }: Session ) {
	/* translators: %d: number of fault rules. */
	const text = _n(
		'%d fault rule is on: the platform responds wrongly on purpose.',
		'%d fault rules are on: the platform responds wrongly on purpose.',
		faultsOn,
		'headless-deploy'
	);
	return (
		<Warning>
			{ sprintf( text, faultsOn ) }
			{ role !== 'none' && (
				<Link href={ addresses.faults }>
					{ __( 'See rules', 'headless-deploy' ) }
				</Link>
			) }
		</Warning>
	);
}

/** The header with its navigation, and the place of the screens. */
export function Frame( { session, account, lostAt, children }: Props ) {
	/* translators: %s: time. */
	const lost = __(
		'Not connected to the platform since %s. The page shows the state of that time. Trying again.',
		'headless-deploy'
	);
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
							<Navigation { ...{ session, account } } />
							<AccountMenu { ...{ session, account } } />
						</>
					) }
				</div>
				<div className="portal-line">
					{ session && session.faultsOn > 0 && (
						<FaultsWarning { ...session } />
					) }
				</div>
				<div className="portal-line" role="status">
					{ lostAt !== '' && (
						<Warning>{ sprintf( lost, lostAt ) }</Warning>
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
