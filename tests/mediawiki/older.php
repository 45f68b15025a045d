<?php
// MediaWiki 1.35 knows where its settings are from a constant alone; the installer has none yet.
if ( getenv( 'MW_CONFIG_FILE' ) !== false && !defined( 'MW_CONFIG_FILE' ) ) {
	define( 'MW_CONFIG_FILE', getenv( 'MW_CONFIG_FILE' ) );
}
