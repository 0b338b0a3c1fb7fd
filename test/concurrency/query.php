<?php

declare( strict_types=1 );

mysqli_report( MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT );
$connection = mysqli_connect( 'localhost', 'root', '', $argv[2], 0, $argv[1] );
$connection->multi_query( (string) stream_get_contents( STDIN ) );
do {
	$result = $connection->store_result();
} while ( $connection->more_results() && $connection->next_result() );
echo json_encode( $result instanceof mysqli_result ? $result->fetch_all( MYSQLI_ASSOC ) : array(), JSON_THROW_ON_ERROR ), "\n";
