read -r greeting
echo '{"columns": [{"tag": "Length", "key": "length"}]}'
while read -r game; do
    plies=${game##*\"plies\":}
    case $plies in
        null*) echo '{}' ;;
        *) echo "{\"Length\": \"${plies%%,*} plies\"}" ;;
    esac
done
