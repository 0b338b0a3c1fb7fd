import { notFound } from 'next/navigation';
import { Mark } from 'headless-deploy-front-end/next';
import { read } from '../../wordpress.js';

async function readPost( slug ) {
	'use cache';
	const [ post ] = await read( `wp/v2/posts?slug=${ slug }` );
	return post ?? null;
}

export async function generateStaticParams() {
	const posts = await read( 'wp/v2/posts' );
	return posts.map( ( { slug } ) => ( { slug } ) );
}

export default async function Page( { params } ) {
	const post = await readPost( ( await params ).slug );
	if ( ! post ) {
		notFound();
	}
	return (
		<article>
			<Mark posts={ post } />
			<h1>{ post.title.rendered }</h1>
		</article>
	);
}
