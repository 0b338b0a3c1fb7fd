import { __ } from './i18n.ts';
import type { BootData } from '../shared/wire.ts';
import { Connections } from './connections/connections.tsx';
import type { StatusStore } from './live/status-store.ts';
import { Overview } from './overview/overview.tsx';
import { Snackbars } from './parts/snackbars.tsx';

interface Props {
	boot: BootData;
	store: StatusStore;
}

interface Tab {
	name: string;
	label: string;
}

function tabsOf( boot: BootData ): Tab[] {
	const tabs = [
		{ name: 'overview', label: __( 'Overview', 'headless-deploy' ) },
	];
	return boot.can.manage
		? [
				...tabs,
				{
					name: 'connections',
					label: __( 'Connections', 'headless-deploy' ),
				},
			]
		: tabs;
}

function Tabs( { boot, active }: { boot: BootData; active: string } ) {
	return (
		<nav
			className="headless-deploy-tabs"
			aria-label={ __( 'Headless Deploy', 'headless-deploy' ) }
		>
			{ tabsOf( boot ).map( ( { name, label } ) => (
				<a
					key={ name }
					href={ boot.urls[ name ] }
					aria-current={ name === active ? 'page' : undefined }
				>
					{ label }
				</a>
			) ) }
		</nav>
	);
}

/**
 * The panel: its heading, its tabs and the screen of the tab that the address names.
 *
 * @param props
 * @param props.boot
 * @param props.store
 */
export function App( { boot, store }: Props ) {
	const { searchParams } = new URL( window.location.href );
	const active =
		boot.tab === 'connections' && boot.can.manage
			? 'connections'
			: 'overview';
	return (
		<div className="headless-deploy">
			<div className="headless-deploy-header">
				<h1>{ __( 'Headless Deploy', 'headless-deploy' ) }</h1>
				<Tabs boot={ boot } active={ active } />
			</div>
			<div className="headless-deploy-screen">
				{ active === 'connections' ? (
					<Connections
						boot={ boot }
						store={ store }
						replacing={ searchParams.get( 'replace' ) ?? '' }
					/>
				) : (
					<Overview boot={ boot } store={ store } />
				) }
			</div>
			<Snackbars />
		</div>
	);
}
