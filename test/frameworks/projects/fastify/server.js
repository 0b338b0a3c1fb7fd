import fastify from 'fastify';

const app = fastify( { logger: true } );
app.get( '/', ( _request, reply ) =>
	reply
		.type( 'text/html' )
		.send(
			`<link rel="stylesheet" href="/style.css"><h1>Page of fastify</h1>`
		)
);
app.get( '/style.css', ( _request, reply ) =>
	reply.type( 'text/css' ).send( 'h1 { color: #333; }' )
);
await app.listen( { port: process.env.PORT, host: process.env.HOST } );
