import { cacheLife } from 'next/cache';
import { read } from '../../wordpress.js';
import { List } from '../list.jsx';

export default async function Blog() {
	'use cache';
	cacheLife( 'max' );
	return <List posts={ await read( 'wp/v2/posts' ) } />;
}
