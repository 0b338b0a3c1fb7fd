import type { ReactNode } from 'react';
import { usePageStyle } from './page-style.tsx';

interface Props {
	href: string;
	children: ReactNode;
	/** @default 'secondary' */
	variant?: 'primary' | 'secondary' | 'tertiary';
}

/** A link to another screen that looks like a button. */
export function LinkButton( { href, children, variant = 'secondary' }: Props ) {
	const { Link } = usePageStyle();
	return (
		<Link
			className={ `components-button is-next-40px-default-size is-${ variant }` }
			href={ href }
		>
			{ children }
		</Link>
	);
}
