-- Words are searched without the case of Greek, Cyrillic and Armenian letters, as of Latin ones (its twin: core/searchable.ts).
-- Rare letters stand in a list of their own, as each letter of a text is looked for in the whole of a list.
create function searchable_letters(words text) returns text language plpgsql immutable strict parallel safe as $$
declare
  letters text := translate(
    replace(replace(replace(replace(replace(replace(
      regexp_replace(normalize(words, NFKD), '[\u0300-\u036f \t\n\r\f\v]', '', 'g'),
      'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ẞ', 'ss'), 'ß', 'ss'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZØøŁłĐđıΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐς',
    'abcdefghijklmnopqrstuvwxyzoollddiαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґσ');
begin
  if letters ~ '[\u00d0-\u024e\u0370-\u037f\u03cf-\u03ff\u0460-\u0556]' then
    letters := translate(letters,
      'ÐÞĦŊŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍ' ||
      'ӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
      'ðþħŋŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎ' ||
      'ӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
  end if;
  return letters;
end
$$;
-- Most texts need none of that.
create or replace function searchable(words text) returns text language sql immutable strict parallel safe as $$
  select case when words ~ '^[\u0001-\u007f]*$'
    then translate(words, E'ABCDEFGHIJKLMNOPQRSTUVWXYZ \t\n\r\f\u000b', 'abcdefghijklmnopqrstuvwxyz')
    else searchable_letters(words) end
$$;
